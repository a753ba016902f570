import { createChange, type Pair } from './comparison.ts';
import { compareDecimals } from './decimal.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';

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
export function diffPrice(pair: Pair, label: string, was: Price, is: Price): readonly ManifestChange[] {
  if (typeof was.amount !== 'string' || typeof is.amount !== 'string') return [];
  const order = compareDecimals(was.amount, is.amount);
  if (order === undefined) return [];
  const words = `${label}${pair.of}`;
  if (was.currency !== is.currency || was.unit !== is.unit) {
    return order === 0 ? [] : [createChange(pair, 'price-changed', `${words} ${priceText(was)} → ${priceText(is)}`)];
  }
  const text = `${words} ${formatValue(was.amount)} → ${priceText(is)}`;
  if (order === 0) return [createChange(pair, 'price-restated', `${text}, which is the same`)];
  return [createChange(pair, order < 0 ? 'price-raised' : 'price-lowered', text, order < 0)];
}

/** `0.01 USD`. */
export function priceText({ amount, currency }: Price): string {
  return typeof currency === 'string' ? `${formatValue(amount)} ${formatValue(currency)}` : formatValue(amount);
}

/** Whether a price asks for anything at all. */
export function isCharge({ amount }: Pick<Price, 'amount'>): boolean {
  return typeof amount === 'string' && (compareDecimals(amount, '0') ?? 0) > 0;
}
