import type { Term } from '#manifest/taxonomy.ts';

/** Guidance for agents: `data` of `GET /agents` (specification, section 2.5). */
export interface Guidance extends CategoryGuidance {
  readonly purpose: string;
  readonly why_use_amp: Readonly<Record<string, string>>;
  /** Example requests by task. */
  readonly how_to_use: Readonly<Record<string, string>>;
  readonly workflow_example: string;
  readonly listing_your_api: {
    readonly step_1: string;
    readonly step_2: string;
    readonly step_3: string;
    readonly step_4: string;
  };
  readonly example_api: { readonly url: string; readonly description: string };
  readonly registry_notes: string;
  /** URLs by name. */
  readonly related_services: Readonly<Record<string, string>>;
}

/** The category members of all guidance documents. */
export interface CategoryGuidance {
  readonly available_categories: readonly Term<'categories'>[];
  /** Descriptions by name. */
  readonly primary_categories: Readonly<Record<string, string>>;
}
