import type { ListingRecord } from '#listing/listing-record.ts';
import { PARAMETER_LOCATIONS } from '#manifest/call-members.ts';
import { findRepeated } from '../find-repeated.ts';
import { endpointsOf, type RecordEndpoint } from './record-members.ts';

const LOCATIONS: ReadonlySet<string | undefined> = new Set(PARAMETER_LOCATIONS);

/** Finds endpoints that occur twice, and parameters without a location or that contradict the path. */
export function findEndpointProblems(record: ListingRecord): string[] {
  const endpoints = endpointsOf(record);
  const keys = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`);
  return [
    ...findRepeated(keys).map(key => `${key}: The endpoint occurs twice. Merge its parameters.`),
    ...endpoints.flatMap(each => findParameterProblems(each).map(problem => `${each.method} ${each.path}: ${problem}`)),
  ];
}

function findParameterProblems({ path, parameters }: RecordEndpoint): string[] {
  const placeholders = new Set(Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name));
  const inPath = new Set(parameters.filter(each => each.in === 'path').map(({ name }) => name));
  return [
    ...parameters.filter(each => !LOCATIONS.has(each.in)).map(({ name }) => `${name}: Set "in".`),
    ...[...placeholders.difference(inPath)].map(name => `${name}: The path has it, but no parameter is in the path.`),
    ...[...inPath.difference(placeholders)].map(name => `${name}: The path does not contain it.`),
    ...parameters
      .filter(each => each.in === 'path' && !each.required)
      .map(({ name }) => `${name}: A path parameter is required.`),
    ...findRepeated(parameters.map(each => `${each.in} ${each.name}`)).map(key => `${key}: It occurs twice.`),
  ];
}
