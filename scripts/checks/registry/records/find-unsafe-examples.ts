import type { ListingRecord } from '#listing/listing-record.ts';
import { endpointsOf, type RecordEndpoint } from './record-members.ts';

/** Domains that never deliver mail to a person (RFC 2606), and the published test addresses of providers. */
const TEST_MAIL = /(^|\.)(example\.(com|org|net)|example|test|invalid)$|^(resend\.dev|hibp-integration-tests\.com)$/;

/** Numbers that regulators reserve for fiction, and the published test numbers of Twilio. */
const TEST_PHONE = /^\+?1(\d{3})?55501\d\d$|^\+?1\d{3}55501\d\d$|^\+?15005550\d{3}$|^\+?447700900\d{3}$/;

/** Members whose value is a telephone number. */
const PHONE_MEMBER = /^(to|from|recipient|phone|phone_?number|mobile|msisdn)$/i;

/** Live credentials. The published examples of AWS end in EXAMPLE. */
const SECRET = /\b([sr]k_live_\w+|gh[pousr]_\w{20,}|xox[abprs]-\d{6,}\S*|AKIA(?!\w*EXAMPLE)[0-9A-Z]{16})/;

/** Cards that payment providers publish for tests. */
const TEST_CARDS = ['4242424242424242', '4111111111111111', '4000000000000002', '5555555555554444', '378282246310005'];

/** Services that do not store data. */
const TEST_SERVICES: readonly string[] = ['httpbin.org', 'jsonplaceholder.typicode.com'];

/** Finds examples that would reach a person, charge a card, leak a credential, or delete something when they run. */
export function findUnsafeExamples(record: ListingRecord): string[] {
  return endpointsOf(record).flatMap(endpoint => {
    const at = `${endpoint.method} ${endpoint.path}`;
    return [...findUnsafeDeletion(record.id, endpoint), ...findUnsafeValues(endpoint)].map(each => `${at}: ${each}`);
  });
}

function findUnsafeDeletion(id: string, { method, parameters }: RecordEndpoint): string[] {
  if (method !== 'DELETE' || TEST_SERVICES.includes(id)) return [];
  return parameters
    .filter(each => each.required && each.example !== undefined && !isFictional(String(each.example)))
    .map(({ name }) => `${name}: The example could delete something. Remove it, or use zeros.`);
}

/** Zeros, or a text that says that it is an example. */
function isFictional(text: string): boolean {
  return /^\D*0[0-]*$/.test(text) || /example|test/i.test(text);
}

function findUnsafeValues({ parameters, request_example: body }: RecordEndpoint): string[] {
  const values = [...parameters.map(({ name, example }) => [name, example] as const), ['', body] as const];
  return [...new Set(values.flatMap(([name, value]) => findInValue(name, value)))];
}

function findInValue(name: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, each]) => findInValue(Array.isArray(value) ? name : member, each));
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value);
  // A number is a time or an id.
  const phones = typeof value === 'string' ? findPhone(name, text) : [];
  return [...findMail(text), ...phones, ...findCard(text), ...findSecret(text)];
}

function findMail(text: string): string[] {
  return Array.from(text.matchAll(/[\w.+-]+@([\w-]+(?:\.[\w-]+)+)/g))
    .filter(([, domain = '']) => !TEST_MAIL.test(domain.toLowerCase()))
    .map(([address]) => `"${address}" could be the address of a person. Use example.com.`);
}

function findPhone(name: string, text: string): string[] {
  const numbers = PHONE_MEMBER.test(name) && /^\d{10,15}$/.test(text) ? [text] : (text.match(/\+\d{8,15}\b/g) ?? []);
  return numbers
    .filter(number => !TEST_PHONE.test(number))
    .map(number => `"${number}" could be the number of a person. Use +12025550100.`);
}

function findCard(text: string): string[] {
  return (text.match(/\b[3-6]\d{12,18}\b/g) ?? [])
    .filter(number => isCardNumber(number) && !TEST_CARDS.includes(number))
    .map(number => `"${number}" could be a card. Use ${TEST_CARDS[0]}.`);
}

/** The lengths of cards, and the check digit of Luhn. */
function isCardNumber(digits: string): boolean {
  if (digits.length !== 15 && digits.length !== 16) return false;
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function findSecret(text: string): string[] {
  const [secret] = SECRET.exec(text) ?? [];
  return secret === undefined ? [] : [`"${secret.slice(0, 8)}…" looks like a live credential. Remove it.`];
}
