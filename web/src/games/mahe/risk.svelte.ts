/** Whether somebody wants to see the risk of the next die: asked for once, it stays, in this browser. */

const KEY = "laguna.mahe.risk";

class RiskWanted {
  on = $state(kept());

  toggle(): void {
    this.on = !this.on;
    try {
      localStorage.setItem(KEY, String(this.on));
    } catch {
      // a browser that keeps nothing: it is asked for again next time
    }
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === "true";
  } catch {
    return false;
  }
}

export const riskWanted = new RiskWanted();
