/** Answers may come in another order than they were asked for: of those only that to the newest question counts. */
export function newest(): <T>(answer: Promise<T>) => Promise<T | undefined> {
  let asked = 0;
  return async (answer) => {
    const number = ++asked;
    const found = await answer;
    return number === asked ? found : undefined;
  };
}
