import { compareDecimals } from './decimal.ts';
import type { Difference } from './kind.ts';
import { difference, type Pair } from './pair.ts';
import { shown } from './shown.ts';

/** A price as a manifest states it. */
export interface Price {
  /** A decimal. */
  readonly amount: unknown;
  readonly currency: unknown;
  readonly unit: unknown;
}

/**
 * Compares two prices of one thing. A higher one breaks an agent's budget. Prices in different currencies or units do
 * not compare: then it is told that the amount changed, and the change of currency or unit is what breaks.
 */
export function priceDifferences(pair: Pair, label: string, was: Price, is: Price): readonly Difference[] {
  if (typeof was.amount !== 'string' || typeof is.amount !== 'string') return [];
  const order = compareDecimals(was.amount, is.amount);
  if (order === undefined) return [];
  const words = `${label}${pair.of}`;
  if (was.currency !== is.currency || was.unit !== is.unit) {
    return order === 0 ? [] : [difference(pair, 'price-changed', `${words} ${priceText(was)} → ${priceText(is)}`)];
  }
  const text = `${words} ${shown(was.amount)} → ${priceText(is)}`;
  if (order === 0) return [difference(pair, 'price-restated', `${text}, which is the same`)];
  return [difference(pair, order < 0 ? 'price-raised' : 'price-lowered', text, order < 0)];
}

/** `0.01 USD`. */
export function priceText({ amount, currency }: Price): string {
  return typeof currency === 'string' ? `${shown(amount)} ${shown(currency)}` : shown(amount);
}

/** Whether a price asks for anything at all. */
export function isCharge({ amount }: Pick<Price, 'amount'>): boolean {
  return typeof amount === 'string' && (compareDecimals(amount, '0') ?? 0) > 0;
}
