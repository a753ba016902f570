/** The maximum cost of all calls together, in one currency. */
export interface CostLimit {
  readonly amount: number;
  readonly currency: string;
}

/** The expected price of a call, as the manifest states it. */
export interface ExpectedPrice {
  /** Undefined if the call is paid or may be, but the manifest has no price for it. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
}

/** Counts the expected cost of calls against a limit. */
export interface Budget {
  /** The expected cost of all calls so far, in the currency of the limit. */
  readonly spent: number;
  /** Reserves the price of a call. Returns the reason if the limit does not allow it. */
  reserve(price: ExpectedPrice): string | undefined;
}

/** Creates a budget. Without a limit, it allows every price. */
export function createBudget(limit: CostLimit | undefined): Budget {
  let spent = 0;
  return {
    get spent() {
      return spent;
    },
    reserve({ amount, currency }) {
      if (limit === undefined) return undefined;
      if (amount === undefined) return 'The price of this call is unknown, so the cost limit does not allow it.';
      if (amount > 0 && currency !== limit.currency)
        return `The call costs ${amount} ${currency}, but the cost limit is in ${limit.currency}.`;
      if (spent + amount > limit.amount)
        return `The call costs ${amount} ${currency}, and ${spent} of the cost limit of ${limit.amount} ${limit.currency} are spent.`;
      spent += amount;
      return undefined;
    },
  };
}
