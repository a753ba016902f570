import type { PaidTierPrice, Price } from '#listing/price.ts';
import type { CostHint, Payment, Rate } from '#manifest/manifest.ts';
import { title } from '#manifest/taxonomy.ts';
import { formatAllowance } from './limits.ts';
import { formatDecimal, formatNumber } from './numbers.ts';

/** Formats the price of an API in one line (specification, section 2.1.2): `Per query: 0.05 USD per request`. */
export function formatPrice({ model, freeTier, paidTier, costsNothing, isAmountMissing }: Price): string {
  const allowance = freeTier ? formatAllowance(freeTier) : null;
  const parts: string[] = [];
  if (allowance) parts.push(costsNothing ? `up to ${allowance}` : `free up to ${allowance}`);
  if (paidTier) parts.push(`${parts.length > 0 ? 'then ' : ''}${formatPaidTier(paidTier)}`);
  else if (isAmountMissing) parts.push(parts.length > 0 ? 'further price not stated' : 'price not stated');
  const isContradictory = model === 'free' && !costsNothing;
  const lead =
    model === 'unknown'
      ? 'Not stated'
      : isContradictory
        ? 'Declared as free, but with a price'
        : title('pricing_models', model);
  return parts.length > 0 ? `${lead}: ${parts.join(', ')}` : lead;
}

/** Formats the price of a paid tier: `19.00 EUR (20.50 USD) per month`. */
export function formatPaidTier(paid: PaidTierPrice): string {
  return perUnit(paidAmount(paid), paid.unit);
}

/** Formats a rate of the payment contract in its currency. */
export function formatRate({ price, unit }: Rate, currency: string): string {
  return perUnit(`${formatDecimal(price)} ${currency}`, unit);
}

/** Formats the estimated cost of a call (section 2.1.1). */
export function formatCost({ estimated_price, currency, unit }: CostHint): string {
  return perUnit(`${formatDecimal(estimated_price)} ${currency}`, unit);
}

/** Formats a payment contract in one line (section 2.1.3): its rate, or the number of rates if it has several. */
export function formatPayment({ model, currency, protocol, rates }: Payment): string {
  const [rate, ...others] = rates;
  const through = protocol ? `, through ${title('payment_protocols', protocol)}` : '';
  const lead = title('payment_models', model);
  if (!rate) return `${lead}, in ${currency}${through}`;
  const price = others.length === 0 ? formatRate(rate, currency) : `${rates.length} rates in ${currency}`;
  return `${lead}: ${price}${through}`;
}

function paidAmount({ amount_usd, amount, currency }: PaidTierPrice): string {
  const usd = amount_usd === undefined ? null : `${withCents(amount_usd)} USD`;
  const own =
    typeof amount === 'string' && typeof currency === 'string' ? `${formatDecimal(amount)} ${currency}` : null;
  if (own === null || usd === null) return own ?? usd ?? 'price not stated';
  return currency === 'USD' && Number(amount) === amount_usd ? own : `${own} (${usd})`;
}

/** Formats `2.5` as `2.50`. Whole numbers and finer fractions are unchanged. */
function withCents(amount: number): string {
  const text = formatNumber(amount);
  return /\.\d$/.test(text) ? `${text}0` : text;
}

function perUnit(amount: string, unit: string): string {
  const noun = unit.trim().replace(/^(per\s+|\/\s*)/i, '');
  return noun === '' ? amount : `${amount} per ${noun}`;
}
