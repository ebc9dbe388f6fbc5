/** The seven shells: a colour of the view, the number of its tokens, and a pattern, because colour is never alone. */

interface Shell {
  /** Its class is `s1` to `s7`. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly turned?: number;
  readonly drawing: string;
}

const light = 'stroke="#fff" stroke-opacity=".62" stroke-width="2" fill="none"';

const SHELLS: Readonly<Record<string, Shell>> = {
  red: {
    number: 1,
    width: 10,
    height: 10,
    drawing: '<g fill="#fff" fill-opacity=".5"><circle cx="3" cy="3" r="1.9"/><circle cx="8" cy="8" r="1.9"/></g>',
  },
  blue: { number: 2, width: 12, height: 8, drawing: `<path d="M0 4q3-4 6 0t6 0" ${light}/>` },
  yellow: {
    number: 3,
    width: 12,
    height: 12,
    drawing: '<path d="M0 0h6v6H0zM6 6h6v6H6z" fill="#6b3f00" fill-opacity=".3"/>',
  },
  green: {
    number: 4,
    width: 8,
    height: 8,
    turned: 45,
    drawing: '<path d="M0 0h3.4v8H0z" fill="#fff" fill-opacity=".45"/>',
  },
  purple: {
    number: 5,
    width: 12,
    height: 12,
    drawing: '<path d="M6 1l4 5-4 5-4-5z" fill="#fff" fill-opacity=".45"/>',
  },
  pink: { number: 6, width: 12, height: 12, drawing: `<circle cx="6" cy="6" r="3.4" ${light}/>` },
  grey: { number: 7, width: 10, height: 10, drawing: `<path d="M5 1.5v7M1.5 5h7" ${light}/>` },
};

export function shell(colour: string): Shell {
  const found = SHELLS[colour];
  if (!found) throw new Error(`There is no ${colour} turtle.`);
  return found;
}
