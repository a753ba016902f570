import { createChange, type Pair } from './comparison.ts';
import { compareDecimals } from './decimal.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';

/** A price in a manifest. */
export interface Price {
  /** A decimal. */
  readonly amount: unknown;
  readonly currency: unknown;
  readonly unit: unknown;
}

/**
 * Compares two prices of the same item. A higher price is breaking. Prices in different currencies or units are not
 * comparable: the amount changes without a direction, and the change of the currency or unit itself is breaking.
 */
export function diffPrice(pair: Pair, label: string, before: Price, after: Price): readonly ManifestChange[] {
  if (typeof before.amount !== 'string' || typeof after.amount !== 'string') return [];
  const order = compareDecimals(before.amount, after.amount);
  if (order === undefined) return [];
  const subject = `${label}${pair.of}`;
  if (before.currency !== after.currency || before.unit !== after.unit) {
    return order === 0
      ? []
      : [createChange(pair, 'price-changed', `${subject} ${formatPrice(before)} → ${formatPrice(after)}`)];
  }
  const text = `${subject} ${formatValue(before.amount)} → ${formatPrice(after)}`;
  if (order === 0) return [createChange(pair, 'price-restated', `${text}, which is equal`)];
  return [createChange(pair, order < 0 ? 'price-raised' : 'price-lowered', text, order < 0)];
}

/** Formats a price: `0.01 USD`. */
export function formatPrice({ amount, currency }: Price): string {
  return typeof currency === 'string' ? `${formatValue(amount)} ${formatValue(currency)}` : formatValue(amount);
}

/** Returns whether a price is greater than zero. */
export function isCharge({ amount }: Pick<Price, 'amount'>): boolean {
  return typeof amount === 'string' && (compareDecimals(amount, '0') ?? 0) > 0;
}
