// Made by scripts/generate/client-types.ts from the OpenAPI description of the API. Do not edit.

export type Row = {
  /** The origin's host, followed by `_<port>` if the port is not the default. */
  readonly id: string;
  readonly name: string;
  /** The origin, to which all paths of the manifest are relative. */
  readonly url: string;
  readonly description: string;
  /** The semantic version of the API. */
  readonly version: string;
  readonly primary_category:
    | 'reference'
    | 'live'
    | 'computational'
    | 'transactional'
    | 'enrichment'
    | 'personal'
    | 'discovery';
  readonly categories: readonly (
    | 'food-science'
    | 'materials'
    | 'construction'
    | 'music-gear'
    | 'chemistry'
    | 'biology'
    | 'physics'
    | 'mathematics'
    | 'geography'
    | 'finance'
    | 'legal'
    | 'medical'
    | 'engineering'
    | 'education'
    | 'translation'
    | 'media'
    | 'agriculture'
    | 'computing'
    | 'language'
    | 'history'
    | 'commerce'
    | 'identity'
    | 'weather'
    | 'logistics'
    | 'other'
  )[];
  readonly pricing_model:
    | 'free'
    | 'freemium'
    | 'per-query'
    | 'subscription'
    | 'pay-what-you-want'
    | 'tiered'
    | 'usage_based'
    | 'unknown';
  readonly payment_model: 'free' | 'per_request' | 'metered_usage' | 'prepaid_credits' | 'subscription' | null;
  readonly payment_currency: string | null;
  readonly settlement_type: 'real_time' | 'postpaid_cycle' | 'prepaid_debit' | null;
  readonly supports_spend_cap: boolean;
  readonly auth_required: boolean;
  readonly maintained_by: 'individual' | 'organization' | 'community' | null;
  readonly badges: readonly ('auth-verified' | 'payment-ready')[];
  readonly status: 'verified' | 'unverified' | 'lapsed' | 'withdrawn';
  readonly source: 'publisher' | 'documentation';
  /** When the API was first listed. */
  readonly created_at: string;
  /** When the manifest last changed. */
  readonly updated_at: string;
  /** When the checks last passed; null if they never passed. */
  readonly verified_at: string | null;
  readonly last_checked_at: string | null;
  readonly next_check_by: string | null;
  readonly links: {
    readonly self: string;
    /** URL of the publisher's manifest; null if the source is documentation. */
    readonly manifest: string | null;
    readonly html: string;
  };
};

export type Detail = {
  /** The origin's host, followed by `_<port>` if the port is not the default. */
  readonly id: string;
  readonly name: string;
  /** The origin, to which all paths of the manifest are relative. */
  readonly url: string;
  readonly description: string;
  /** The semantic version of the API. */
  readonly version: string;
  readonly primary_category:
    | 'reference'
    | 'live'
    | 'computational'
    | 'transactional'
    | 'enrichment'
    | 'personal'
    | 'discovery';
  readonly categories: readonly (
    | 'food-science'
    | 'materials'
    | 'construction'
    | 'music-gear'
    | 'chemistry'
    | 'biology'
    | 'physics'
    | 'mathematics'
    | 'geography'
    | 'finance'
    | 'legal'
    | 'medical'
    | 'engineering'
    | 'education'
    | 'translation'
    | 'media'
    | 'agriculture'
    | 'computing'
    | 'language'
    | 'history'
    | 'commerce'
    | 'identity'
    | 'weather'
    | 'logistics'
    | 'other'
  )[];
  readonly pricing_model:
    | 'free'
    | 'freemium'
    | 'per-query'
    | 'subscription'
    | 'pay-what-you-want'
    | 'tiered'
    | 'usage_based'
    | 'unknown';
  readonly payment_model: 'free' | 'per_request' | 'metered_usage' | 'prepaid_credits' | 'subscription' | null;
  readonly payment_currency: string | null;
  readonly settlement_type: 'real_time' | 'postpaid_cycle' | 'prepaid_debit' | null;
  readonly supports_spend_cap: boolean;
  readonly auth_required: boolean;
  readonly maintained_by: 'individual' | 'organization' | 'community' | null;
  readonly badges: readonly ('auth-verified' | 'payment-ready')[];
  readonly status: 'verified' | 'unverified' | 'lapsed' | 'withdrawn';
  readonly source: 'publisher' | 'documentation';
  /** When the API was first listed. */
  readonly created_at: string;
  /** When the manifest last changed. */
  readonly updated_at: string;
  /** When the checks last passed; null if they never passed. */
  readonly verified_at: string | null;
  readonly last_checked_at: string | null;
  readonly next_check_by: string | null;
  readonly links: {
    readonly self: string;
    /** URL of the publisher's manifest; null if the source is documentation. */
    readonly manifest: string | null;
    readonly html: string;
  };
  readonly contact: string | Readonly<Record<string, unknown>>;
  readonly documentation_url: string | null;
  /** When and why the registry withdrew the listing; null if it did not. */
  readonly withdrawn: {
    readonly at: string;
    readonly reason: string;
  } | null;
  readonly manifest: Manifest03 | Manifest02;
  /** The report of the last conclusive check. */
  readonly report: Report | null;
  /** Up to 90 days of results, oldest first. */
  readonly results: readonly {
    readonly date: string;
    readonly outcome: 'passed' | 'failed' | 'inconclusive';
    readonly ms: number | null;
  }[];
};

export type History = {
  readonly id: string;
  readonly entries: readonly {
    readonly at: string;
    readonly kind: 'listed' | 'claimed' | 'changed' | 'withdrawn' | 'restored' | 'lapsed' | 'verified';
    readonly version: string | null;
    readonly previous_version: string | null;
    readonly summary: string;
    /** Whether the change can break clients of the API. */
    readonly breaking: boolean;
    readonly differences: readonly {
      readonly kind:
        | 'format-changed'
        | 'name-changed'
        | 'version-changed'
        | 'category-added'
        | 'category-removed'
        | 'endpoint-added'
        | 'endpoint-removed'
        | 'parameter-added'
        | 'parameter-removed'
        | 'parameter-newly-required'
        | 'parameter-newly-optional'
        | 'parameter-type-changed'
        | 'cost-hint-added'
        | 'cost-hint-removed'
        | 'pricing-model-changed'
        | 'free-tier-added'
        | 'free-tier-removed'
        | 'paid-tier-added'
        | 'paid-tier-removed'
        | 'price-raised'
        | 'price-lowered'
        | 'price-changed'
        | 'price-restated'
        | 'price-unit-changed'
        | 'currency-changed'
        | 'payment-added'
        | 'payment-removed'
        | 'payment-model-added'
        | 'payment-model-removed'
        | 'payment-model-changed'
        | 'payment-protocol-added'
        | 'payment-protocol-removed'
        | 'payment-protocol-changed'
        | 'network-added'
        | 'network-removed'
        | 'rate-added'
        | 'rate-removed'
        | 'onboarding-added'
        | 'onboarding-removed'
        | 'onboarding-changed'
        | 'onboarding-proof-added'
        | 'onboarding-proof-removed'
        | 'usage-endpoint-added'
        | 'usage-endpoint-removed'
        | 'usage-endpoint-changed'
        | 'settlement-changed'
        | 'budget-control-added'
        | 'budget-control-removed'
        | 'prepayment-added'
        | 'prepayment-removed'
        | 'payment-method-added'
        | 'payment-method-removed'
        | 'authentication-required'
        | 'authentication-not-required'
        | 'authentication-type-added'
        | 'authentication-type-removed'
        | 'authentication-type-changed'
        | 'limit-added'
        | 'limit-removed'
        | 'limit-lowered'
        | 'limit-raised'
        | 'text-added'
        | 'text-removed'
        | 'text-changed'
        | 'address-added'
        | 'address-removed'
        | 'address-changed'
        | 'value-added'
        | 'value-removed'
        | 'value-changed'
        | 'member-added'
        | 'member-removed'
        | 'member-changed'
        | 'order-changed';
      readonly breaking: boolean;
      readonly pointer: string;
      readonly text: string;
    }[];
    readonly difference_count: number;
    readonly commit?: string;
  }[];
  readonly count: number;
  readonly total: number;
};

/** The applied query, including defaults, by parameter name. */
export type Query = Readonly<Record<string, unknown>>;

export type PageLinks = {
  readonly self: string;
  readonly next: string | null;
  readonly prev: string | null;
  readonly first: string;
  readonly last: string;
};

export type RootDocument = {
  readonly service: string;
  readonly description: string;
  readonly version: '0.3.1';
  readonly status: 'healthy';
  /** Paths relative to the registry's URL. */
  readonly links: Readonly<Record<string, string>>;
  readonly meta: {
    readonly ai_agent_notice: string;
    readonly description: string;
  };
};

export type ExportIndex = {
  /** Time of the newest data. */
  readonly generated_at: string | null;
  readonly listings: number;
  readonly files: readonly {
    /** Path relative to the registry's URL. */
    readonly path: string;
    /** Size in bytes. */
    readonly size: number;
    /** Lowercase hexadecimal SHA-256 of the file. */
    readonly sha256: string;
    /** Number of listings, one per line. */
    readonly listings: number;
  }[];
};

export type ExportSignature = {
  readonly signed: boolean;
  readonly alg?: 'Ed25519';
  /** Thumbprint of the key (RFC 7638), its `kid` in the public keys. */
  readonly kid?: string;
  /** Hexadecimal SHA-256 of the index file. */
  readonly sha256?: string;
  readonly signed_at?: string;
  /** When the signature expires. */
  readonly expires_at?: string;
  /** The signature in base64url. It covers four lines, each with a line feed: "api-registry export", sha256, signed_at, and expires_at. */
  readonly signature?: string;
  /** Why the export is unsigned. */
  readonly reason?: string;
};

export type FacetCounts = {
  readonly total: number;
  /** Number of listings by parameter, then by value. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

export type Categories = {
  readonly categories: readonly {
    readonly name: string;
    readonly description: string;
    readonly count: number;
    readonly links: {
      readonly listings: string;
    };
  }[];
  readonly primary_categories: readonly {
    readonly name: string;
    readonly description: string;
    readonly count: number;
    readonly links: {
      readonly listings: string;
    };
  }[];
};

export type Guidance = {
  readonly purpose: string;
  readonly why_use_amp: Readonly<Record<string, string>>;
  readonly how_to_use: Readonly<Record<string, string>>;
  readonly available_categories: readonly (
    | 'food-science'
    | 'materials'
    | 'construction'
    | 'music-gear'
    | 'chemistry'
    | 'biology'
    | 'physics'
    | 'mathematics'
    | 'geography'
    | 'finance'
    | 'legal'
    | 'medical'
    | 'engineering'
    | 'education'
    | 'translation'
    | 'media'
    | 'agriculture'
    | 'computing'
    | 'language'
    | 'history'
    | 'commerce'
    | 'identity'
    | 'weather'
    | 'logistics'
    | 'other'
  )[];
  readonly primary_categories: Readonly<Record<string, string>>;
  readonly workflow_example: string;
  readonly listing_your_api: {
    readonly step_1: string;
    readonly step_2: string;
    readonly step_3: string;
    readonly step_4: string;
  };
  readonly example_api: {
    readonly url: string;
    readonly description: string;
  };
  readonly registry_notes: string;
  readonly related_services: Readonly<Record<string, string>>;
};

export type Health = {
  readonly service: string;
  readonly version: '0.3.1';
  readonly status: 'healthy' | 'degraded';
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
  };
  readonly data: {
    readonly service: string;
    readonly version: '0.3.1';
    readonly status: 'healthy' | 'degraded';
    /** Known problems, one sentence each. Present if the status is `degraded`. */
    readonly problems?: readonly string[];
    /** The commit that the registry was built from; null if unknown. */
    readonly commit: string | null;
    readonly listings: number;
    readonly listings_by_status: {
      readonly verified: number;
      readonly unverified: number;
      readonly lapsed: number;
      readonly withdrawn: number;
    };
    /** Time of the newest data. */
    readonly generated_at: string | null;
    /** Age of that data in seconds. Absent from the static file /health.json. */
    readonly index_age_seconds?: number | null;
    /** Time of the last check of any listing. */
    readonly last_run_at: string | null;
    /** Deadline for the next check. */
    readonly next_check_by: string | null;
  };
};

export type Problem = {
  /** URL of the documentation of this problem type. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly {
    readonly pointer?: string;
    readonly parameter?: string;
    readonly detail: string;
  }[];
};

export type Report = {
  /** Whether no check with severity error failed or was inconclusive. */
  readonly passed: boolean;
  /** The checked origin; null if the request had only a manifest. */
  readonly url: string | null;
  readonly manifest_url: string | null;
  readonly validated_at: string;
  /** The declared manifest format; null if it is unknown. */
  readonly spec_version: string | null;
  readonly schema_valid: boolean;
  readonly endpoints_reachable: boolean;
  readonly auth_verified: boolean;
  /** Whether the API returned valid payment terms. Checks never pay. */
  readonly payment_flow_verified: boolean;
  readonly badges: readonly ('auth-verified' | 'payment-ready')[];
  readonly errors: readonly {
    /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
    readonly pointer: string;
    /** The same location in a readable form. */
    readonly field: string;
    /** The violated rule. */
    readonly rule: string;
    readonly message: string;
    /** How to fix the problem. */
    readonly hint: string;
    /** The invalid value as JSON, shortened. */
    readonly value?: string;
    readonly severity?: 'error' | 'warning' | 'info';
    readonly anchor?: string;
  }[];
  readonly checks: readonly {
    readonly name:
      | 'manifest_reachable'
      | 'schema_valid'
      | 'lint'
      | 'endpoints_reachable'
      | 'auth_verified'
      | 'payment_ready';
    /** Whether the outcome is passed or skipped. */
    readonly passed: boolean;
    readonly severity: 'error' | 'warning' | 'info';
    readonly outcome: 'passed' | 'failed' | 'skipped' | 'inconclusive';
    readonly message: string;
    readonly hint: string | null;
    readonly evidence: readonly {
      readonly method: 'GET' | 'HEAD';
      readonly url: string;
      readonly status: number | null;
      readonly at: string;
      readonly ms: number;
      readonly sha256?: string;
      readonly note?: string;
    }[];
    readonly findings?: readonly {
      /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
      readonly pointer: string;
      /** The same location in a readable form. */
      readonly field: string;
      /** The violated rule. */
      readonly rule: string;
      readonly message: string;
      /** How to fix the problem. */
      readonly hint: string;
      /** The invalid value as JSON, shortened. */
      readonly value?: string;
      readonly severity?: 'error' | 'warning' | 'info';
      readonly anchor?: string;
    }[];
  }[];
  /** Whether the report failed only because of inconclusive checks. */
  readonly retryable: boolean;
};

export type SubmissionState = {
  readonly submission_id: string;
  readonly listing_id: string;
  readonly url: string;
  readonly status: 'pending' | 'validating' | 'approved' | 'rejected';
  readonly created_at: string;
  readonly updated_at: string;
  readonly status_url: string;
  /** While the status is validating: the completed checks, if the registry can report them. */
  readonly checks?: readonly {
    readonly name:
      | 'manifest_reachable'
      | 'schema_valid'
      | 'lint'
      | 'endpoints_reachable'
      | 'auth_verified'
      | 'payment_ready';
    /** Whether the outcome is passed or skipped. */
    readonly passed: boolean;
    readonly severity: 'error' | 'warning' | 'info';
    readonly outcome: 'passed' | 'failed' | 'skipped' | 'inconclusive';
    readonly message: string;
    readonly hint: string | null;
    readonly evidence: readonly {
      readonly method: 'GET' | 'HEAD';
      readonly url: string;
      readonly status: number | null;
      readonly at: string;
      readonly ms: number;
      readonly sha256?: string;
      readonly note?: string;
    }[];
    readonly findings?: readonly {
      /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
      readonly pointer: string;
      /** The same location in a readable form. */
      readonly field: string;
      /** The violated rule. */
      readonly rule: string;
      readonly message: string;
      /** How to fix the problem. */
      readonly hint: string;
      /** The invalid value as JSON, shortened. */
      readonly value?: string;
      readonly severity?: 'error' | 'warning' | 'info';
      readonly anchor?: string;
    }[];
  }[];
  /** The result of an approved submission. */
  readonly outcome?: 'listed' | 'updated' | 'unchanged' | 'claimed' | 'withdrawn';
  /** Ids of other listings with a confusable name, oldest first. */
  readonly similar_names?: readonly string[];
  readonly listing_url?: string;
  /** Whether this registry already serves the new data. */
  readonly live?: boolean;
  /** Why the submission was rejected. */
  readonly reason?: string;
  readonly errors?: readonly {
    /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
    readonly pointer: string;
    /** The same location in a readable form. */
    readonly field: string;
    /** The violated rule. */
    readonly rule: string;
    readonly message: string;
    /** How to fix the problem. */
    readonly hint: string;
    /** The invalid value as JSON, shortened. */
    readonly value?: string;
    readonly severity: 'error' | 'warning' | 'info';
    readonly anchor: string;
  }[];
  readonly report?: Report | null;
  /** Whether a retry without changes may succeed. */
  readonly retryable?: boolean;
};

export type Submission = {
  readonly submission_id: string;
  readonly listing_id: string;
  readonly url: string;
  readonly status: 'pending' | 'validating' | 'approved' | 'rejected';
  readonly created_at: string;
  readonly updated_at: string;
  readonly status_url: string;
  /** While the status is validating: the completed checks, if the registry can report them. */
  readonly checks?: readonly {
    readonly name:
      | 'manifest_reachable'
      | 'schema_valid'
      | 'lint'
      | 'endpoints_reachable'
      | 'auth_verified'
      | 'payment_ready';
    /** Whether the outcome is passed or skipped. */
    readonly passed: boolean;
    readonly severity: 'error' | 'warning' | 'info';
    readonly outcome: 'passed' | 'failed' | 'skipped' | 'inconclusive';
    readonly message: string;
    readonly hint: string | null;
    readonly evidence: readonly {
      readonly method: 'GET' | 'HEAD';
      readonly url: string;
      readonly status: number | null;
      readonly at: string;
      readonly ms: number;
      readonly sha256?: string;
      readonly note?: string;
    }[];
    readonly findings?: readonly {
      /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
      readonly pointer: string;
      /** The same location in a readable form. */
      readonly field: string;
      /** The violated rule. */
      readonly rule: string;
      readonly message: string;
      /** How to fix the problem. */
      readonly hint: string;
      /** The invalid value as JSON, shortened. */
      readonly value?: string;
      readonly severity?: 'error' | 'warning' | 'info';
      readonly anchor?: string;
    }[];
  }[];
  /** The result of an approved submission. */
  readonly outcome?: 'listed' | 'updated' | 'unchanged' | 'claimed' | 'withdrawn';
  /** Ids of other listings with a confusable name, oldest first. */
  readonly similar_names?: readonly string[];
  readonly listing_url?: string;
  /** Whether this registry already serves the new data. */
  readonly live?: boolean;
  /** Why the submission was rejected. */
  readonly reason?: string;
  readonly errors?: readonly {
    /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
    readonly pointer: string;
    /** The same location in a readable form. */
    readonly field: string;
    /** The violated rule. */
    readonly rule: string;
    readonly message: string;
    /** How to fix the problem. */
    readonly hint: string;
    /** The invalid value as JSON, shortened. */
    readonly value?: string;
    readonly severity: 'error' | 'warning' | 'info';
    readonly anchor: string;
  }[];
  readonly report?: Report | null;
  /** Whether a retry without changes may succeed. */
  readonly retryable?: boolean;
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
  };
  readonly data: {
    readonly submission_id: string;
    readonly listing_id: string;
    readonly url: string;
    readonly status: 'pending' | 'validating' | 'approved' | 'rejected';
    readonly created_at: string;
    readonly updated_at: string;
    readonly status_url: string;
    /** While the status is validating: the completed checks, if the registry can report them. */
    readonly checks?: readonly {
      readonly name:
        | 'manifest_reachable'
        | 'schema_valid'
        | 'lint'
        | 'endpoints_reachable'
        | 'auth_verified'
        | 'payment_ready';
      /** Whether the outcome is passed or skipped. */
      readonly passed: boolean;
      readonly severity: 'error' | 'warning' | 'info';
      readonly outcome: 'passed' | 'failed' | 'skipped' | 'inconclusive';
      readonly message: string;
      readonly hint: string | null;
      readonly evidence: readonly {
        readonly method: 'GET' | 'HEAD';
        readonly url: string;
        readonly status: number | null;
        readonly at: string;
        readonly ms: number;
        readonly sha256?: string;
        readonly note?: string;
      }[];
      readonly findings?: readonly {
        /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
        readonly pointer: string;
        /** The same location in a readable form. */
        readonly field: string;
        /** The violated rule. */
        readonly rule: string;
        readonly message: string;
        /** How to fix the problem. */
        readonly hint: string;
        /** The invalid value as JSON, shortened. */
        readonly value?: string;
        readonly severity?: 'error' | 'warning' | 'info';
        readonly anchor?: string;
      }[];
    }[];
    /** The result of an approved submission. */
    readonly outcome?: 'listed' | 'updated' | 'unchanged' | 'claimed' | 'withdrawn';
    /** Ids of other listings with a confusable name, oldest first. */
    readonly similar_names?: readonly string[];
    readonly listing_url?: string;
    /** Whether this registry already serves the new data. */
    readonly live?: boolean;
    /** Why the submission was rejected. */
    readonly reason?: string;
    readonly errors?: readonly {
      /** A JSON Pointer to the location. For a missing member, the pointer that it should have. */
      readonly pointer: string;
      /** The same location in a readable form. */
      readonly field: string;
      /** The violated rule. */
      readonly rule: string;
      readonly message: string;
      /** How to fix the problem. */
      readonly hint: string;
      /** The invalid value as JSON, shortened. */
      readonly value?: string;
      readonly severity: 'error' | 'warning' | 'info';
      readonly anchor: string;
    }[];
    readonly report?: Report | null;
    /** Whether a retry without changes may succeed. */
    readonly retryable?: boolean;
  };
};

/** Describes one API to agents and to the registry. It is served at /.well-known/api-manifest.json on the origin of the API. Every object may have additional members. Lengths count Unicode code points. */
export type Manifest03 = {
  /** The version of the manifest format. */
  readonly spec_version: 'apimanifest-0.3';
  /** The name of the API, 3 to 100 characters. */
  readonly name: string;
  /** The API's own semantic version, independent of spec_version. */
  readonly version: Manifest03Semver;
  /** A description of the API in plain language for agents, at least 100 characters. */
  readonly description: string;
  /** The homepage of the API. */
  readonly homepage?: Manifest03Uri;
  /** The external documentation of the API. */
  readonly documentation?: Manifest03Uri;
  /** The subjects of the API, at least one category. */
  readonly categories: readonly (
    | 'food-science'
    | 'materials'
    | 'construction'
    | 'music-gear'
    | 'chemistry'
    | 'biology'
    | 'physics'
    | 'mathematics'
    | 'geography'
    | 'finance'
    | 'legal'
    | 'medical'
    | 'engineering'
    | 'education'
    | 'translation'
    | 'media'
    | 'agriculture'
    | 'computing'
    | 'language'
    | 'history'
    | 'commerce'
    | 'identity'
    | 'weather'
    | 'logistics'
    | 'other'
  )[];
  /** The kind of source the API is.
   *
   * - reference: Static knowledge bases, documentation and reference data.
   * - live: Real-time sources.
   * - computational: Calculations or transformations.
   * - transactional: Actions or state changes.
   * - enrichment: Augments existing data.
   * - personal: User-specific data that needs authentication.
   * - discovery: Meta-APIs that find other sources. */
  readonly primary_category:
    | 'reference'
    | 'live'
    | 'computational'
    | 'transactional'
    | 'enrichment'
    | 'personal'
    | 'discovery';
  /** The endpoints of the API, at least one. */
  readonly endpoints: readonly Manifest03Endpoint[];
  readonly pricing: Manifest03Pricing;
  readonly payment?: Manifest03Payment;
  readonly authentication: Manifest03Authentication;
  readonly reliability?: Manifest03Reliability;
  readonly rate_limits?: Manifest03RateLimits;
  /** Operational guidance for agents, at least 150 characters: limits, order of calls, expected errors, units, and pitfalls. */
  readonly agent_notes: string;
  readonly contact: Manifest03Contact;
  /** Whether to list the API; false withdraws an existing listing. */
  readonly listing_requested?: boolean;
  /** The time of the last change of the manifest. */
  readonly last_updated: Manifest03DateTime;
};

/** One operation of the API. */
export type Manifest03Endpoint = {
  /** The path from the root of the origin. */
  readonly path: Manifest03Path;
  /** The HTTP method.
   *
   * - GET: Reads data without changing it.
   * - POST: Sends data for processing, often to create a resource.
   * - PUT: Replaces a resource, or creates it at a known URL.
   * - DELETE: Deletes a resource.
   * - PATCH: Changes part of a resource. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** When and why to use this endpoint, at least 20 characters. */
  readonly description: string;
  /** The parameters in the path, query string, headers, or body. Use an empty array if the endpoint has no parameters. */
  readonly parameters: readonly Manifest03Parameter[];
  /** The content of the response, at least 20 characters. */
  readonly response_description: string;
  readonly cost_hint?: Manifest03CostHint;
};

/** One parameter of an endpoint. */
export type Manifest03Parameter = {
  /** The name, exactly as it is sent. */
  readonly name: string;
  /** The type of the value, in any common notation. */
  readonly type: string;
  /** Whether the API rejects requests without it. */
  readonly required: boolean;
  /** The effect of the parameter and its allowed values. */
  readonly description: string;
};

/** The expected cost of a call to this endpoint. */
export type Manifest03CostHint = {
  /** The billing unit. */
  readonly unit: string;
  /** The estimated price of one unit. */
  readonly estimated_price: Manifest03Decimal;
  /** The currency of the estimated price. */
  readonly currency: Manifest03Currency;
  /** Factors that affect the price. */
  readonly notes?: string;
};

/** The human-readable pricing of the API. */
export type Manifest03Pricing = {
  /** How use is priced.
   *
   * - free: Costs nothing.
   * - freemium: A free tier, and paid tiers beyond it.
   * - per-query: A price for each query.
   * - subscription: A price for each period of use.
   * - pay-what-you-want: Users choose the price.
   * - tiered: Plans with different limits at different prices.
   * - usage_based: A price for metered consumption.
   * - unknown: The public documentation, from which the entry was generated, does not state the pricing. */
  readonly model:
    | 'free'
    | 'freemium'
    | 'per-query'
    | 'subscription'
    | 'pay-what-you-want'
    | 'tiered'
    | 'usage_based'
    | 'unknown';
  readonly free_tier?: Manifest03FreeTier;
  readonly paid_tier?: Manifest03PaidTier;
  /** A URL for voluntary contributions or payment. */
  readonly support_url?: Manifest03Uri | null;
};

/** The use that is free of charge; null if there is no free tier. */
export type Manifest03FreeTier = {
  /** Free queries per day; null if unlimited or unknown. */
  readonly queries_per_day?: number | null;
  /** Free queries per month; null if unlimited or unknown. */
  readonly queries_per_month?: number | null;
} | null;

/** The price of paid use; null if there is no paid tier. Requires amount_usd, or amount with currency, or both. */
export type Manifest03PaidTier = {
  /** The price of one unit in US dollars. */
  readonly amount_usd?: number;
  /** The price of one unit, in currency. */
  readonly amount?: Manifest03Decimal;
  /** The currency of the amount. */
  readonly currency?: Manifest03Currency;
  /** The unit that the price applies to. */
  readonly unit: string;
  /** A description of the price. */
  readonly description: string;
} | null;

/** The payment contract that an agent can execute; null if the API has no payment contract. */
export type Manifest03Payment = {
  /** How use is paid for.
   *
   * - free: No payment.
   * - per_request: Payment for each request.
   * - metered_usage: Consumption is measured, then charged.
   * - prepaid_credits: Requests consume credits that the user bought in advance.
   * - subscription: Payment for a period of use. */
  readonly model: 'free' | 'per_request' | 'metered_usage' | 'prepaid_credits' | 'subscription';
  /** The currency of all prices of this contract. */
  readonly currency: Manifest03Currency;
  /** The protocol for payment within requests. If set, networks is required and onboarding is optional.
   *
   * - x402: Unpaid requests to a paid endpoint return HTTP 402 with payment requirements. Onboarding is optional. */
  readonly protocol?: 'x402';
  /** The settlement networks, preferably as CAIP-2 identifiers. */
  readonly networks?: readonly string[];
  /** The protocol's discovery document. */
  readonly discovery_url?: Manifest03Uri;
  /** The price of each unit. */
  readonly rates: readonly Manifest03Rate[];
  readonly onboarding?: Manifest03Onboarding;
  readonly usage_endpoint?: Manifest03UsageEndpoint;
  readonly settlement: Manifest03Settlement;
  readonly budget_controls?: Manifest03BudgetControls;
  readonly refund_policy?: Manifest03RefundPolicy;
} | null;

/** The price of one unit. */
export type Manifest03Rate = {
  /** The billing unit. */
  readonly unit: string;
  /** The price of one unit, in the currency of the contract. */
  readonly price: Manifest03Decimal;
  /** A description of the price. */
  readonly description?: string;
  /** The name of the tier that the rate belongs to. */
  readonly tier?: string | null;
  /** The number of units at which the rate starts. */
  readonly threshold?: number | null;
  /** The number of units up to which the rate applies. */
  readonly cap?: number | null;
};

/** How an agent obtains credentials for paid use without human help. */
export type Manifest03Onboarding = {
  /** The onboarding URL. */
  readonly url: Manifest03Uri;
  /** The HTTP method of the onboarding request.
   *
   * - POST: The onboarding request is sent with POST.
   * - PUT: The onboarding request is sent with PUT. */
  readonly method: 'POST' | 'PUT';
  /** The credentials that an agent can present. */
  readonly accepts: readonly ('signed_jwt' | 'platform_token' | 'oauth_bearer')[];
  readonly returns: Manifest03OnboardingReturns;
};

/** The result of a successful onboarding. */
export type Manifest03OnboardingReturns = {
  /** The kind of credential returned.
   *
   * - api_key: A long-lived key for every request.
   * - bearer_token: A token for the header Authorization: Bearer.
   * - session_token: A token valid for one session.
   * - subscription_id: The id of a subscription, sent with every request. */
  readonly credential_type: 'api_key' | 'bearer_token' | 'session_token' | 'subscription_id';
  /** The member of the response that contains the credential. */
  readonly credential_field: string;
  /** How to use the credential. */
  readonly instructions: string;
  /** The lifetime of the credential; null if it does not expire. */
  readonly expires_in?: number | null;
  /** The URL that renews the credential. */
  readonly refresh_url?: Manifest03Uri | null;
};

/** The endpoint that reports an agent's usage. */
export type Manifest03UsageEndpoint = {
  /** The usage URL. */
  readonly url: Manifest03Uri;
  /** The HTTP method of the usage request.
   *
   * - GET: Usage is read with GET.
   * - POST: Usage is requested with POST. */
  readonly method: 'GET' | 'POST';
  /** The credential that the usage URL accepts.
   *
   * - same_as_api: The credential of the API itself.
   * - onboarding_credential: The credential from onboarding. */
  readonly authentication: 'same_as_api' | 'onboarding_credential';
};

/** When and through whom payment is settled. */
export type Manifest03Settlement = {
  /** When use is paid for.
   *
   * - real_time: At the moment of use.
   * - postpaid_cycle: After use, once every settlement cycle.
   * - prepaid_debit: From a prepaid balance. */
  readonly type: 'real_time' | 'postpaid_cycle' | 'prepaid_debit';
  /** How often postpaid use is settled; required if type is postpaid_cycle.
   *
   * - daily: Once a day.
   * - weekly: Once a week.
   * - monthly: Once a month.
   * - quarterly: Once every three months.
   * - annual: Once a year. */
  readonly cycle?: 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'annual' | null;
  /** The name of the payment provider. */
  readonly provider_name?: string | null;
  /** The URL of the payment provider. */
  readonly provider_url?: Manifest03Uri | null;
};

/** The spending limits that the API supports. Each defaults to false. */
export type Manifest03BudgetControls = {
  /** Total spending can be capped. */
  readonly supports_spend_cap?: boolean;
  /** The cost of one request can be limited. */
  readonly supports_per_request_limit?: boolean;
  /** The rate of requests can be limited. */
  readonly supports_rate_limit?: boolean;
  /** Alerts on spending can be set. */
  readonly supports_alerting?: boolean;
};

/** The refund for a failed paid request. */
export type Manifest03RefundPolicy = {
  /** The amount of the refund.
   *
   * - none: Nothing is refunded.
   * - full: The whole amount is refunded.
   * - partial: Part of the amount is refunded.
   * - prorated: The unused share of the amount is refunded.
   * - credit: The amount is credited for later use. */
  readonly type: 'none' | 'full' | 'partial' | 'prorated' | 'credit';
  /** The URL of the terms. */
  readonly terms_url?: Manifest03Uri | null;
  /** The period for refund requests after payment, in seconds. */
  readonly window_seconds?: number | null;
};

/** Whether and how requests are authenticated. */
export type Manifest03Authentication = {
  /** Whether the API requires credentials. */
  readonly required: boolean;
  /** The kind of credentials.
   *
   * - api_key: A key in a header or a parameter of each request.
   * - oauth2: An access token obtained through an OAuth 2.0 flow.
   * - bearer: A token in the header Authorization: Bearer.
   * - none: No credentials. */
  readonly type?: 'api_key' | 'oauth2' | 'bearer' | 'none' | null;
  /** How to get credentials and where to put them in a request. */
  readonly instructions?: string | null;
  /** Additional settings, in any form. */
  readonly config?: Readonly<Record<string, unknown>>;
};

/** The maintainer and the reliability of the API. */
export type Manifest03Reliability = {
  /** The maintainer of the API.
   *
   * - individual: One person.
   * - organization: A company, an authority, a university, or another organization.
   * - community: A group of volunteers or an open project. */
  readonly maintained_by?: 'individual' | 'organization' | 'community';
  /** The URL of the status page. */
  readonly status_url?: Manifest03Uri | null;
  /** The expected uptime, in percent. */
  readonly expected_uptime_pct?: number | null;
  /** The measured uptime, in percent. */
  readonly uptime_percentage?: number;
  /** The average response time, in milliseconds. */
  readonly avg_response_time_ms?: number;
  /** The measured uptime of the last 30 days, in percent. */
  readonly last_30_days_uptime?: number;
};

/** The maximum number of requests per client. */
export type Manifest03RateLimits = {
  /** Requests per minute; null if unlimited or unknown. */
  readonly requests_per_minute?: number | null;
  /** Requests per day; null if unlimited or unknown. */
  readonly requests_per_day?: number | null;
};

/** How to reach the publisher of the API: a text or an object. */
export type Manifest03Contact =
  | string
  | {
      /** An email address. */
      readonly email?: Manifest03Email;
      /** The URL of a support page. */
      readonly support_url?: Manifest03Uri;
      /** The URL of a repository or account on GitHub. */
      readonly github?: Manifest03Uri;
    };

/** An absolute URI with a scheme, as in RFC 3986. Non-ASCII characters must be percent-encoded. */
export type Manifest03Uri = string;

/** An email address: dot-separated atoms, "@", and a domain name of at least two labels. */
export type Manifest03Email = string;

/** A time with its offset from UTC, as in RFC 3339. */
export type Manifest03DateTime = string;

/** MAJOR.MINOR.PATCH, optionally -prerelease and +build, as in Semantic Versioning 2.0.0. Numbers have no leading zeros. */
export type Manifest03Semver = string;

/** A decimal number as a string: digits, optionally followed by a point and more digits. A string keeps the precision. */
export type Manifest03Decimal = string;

/** An ISO 4217 code (three capital letters), or a custom unit: "x-" followed by characters other than whitespace. */
export type Manifest03Currency = string;

/** The path of an endpoint, from the root of the origin. Write variable parts in braces and declare them as parameters. */
export type Manifest03Path = string;

/** The previous format. Describes one API to agents and to the registry. It is served at /.well-known/api-manifest.json on the origin of the API. Every object may have additional members. Lengths count Unicode code points. */
export type Manifest02 = {
  /** The version of the manifest format. */
  readonly spec_version: 'apimanifest-0.2';
  /** The name of the API, 3 to 100 characters. */
  readonly name: string;
  /** The API's own semantic version, independent of spec_version. */
  readonly version: Manifest02Semver;
  /** A description of the API in plain language for agents, at least 100 characters. */
  readonly description: string;
  /** The homepage of the API. */
  readonly homepage?: Manifest02Uri;
  /** The external documentation of the API. */
  readonly documentation?: Manifest02Uri;
  /** The subjects of the API, at least one category. */
  readonly categories: readonly (
    | 'food-science'
    | 'materials'
    | 'construction'
    | 'music-gear'
    | 'chemistry'
    | 'biology'
    | 'physics'
    | 'mathematics'
    | 'geography'
    | 'finance'
    | 'legal'
    | 'medical'
    | 'engineering'
    | 'education'
    | 'translation'
    | 'media'
    | 'agriculture'
    | 'computing'
    | 'language'
    | 'history'
    | 'commerce'
    | 'identity'
    | 'weather'
    | 'logistics'
    | 'other'
  )[];
  /** The kind of source the API is.
   *
   * - reference: Static knowledge bases, documentation and reference data.
   * - live: Real-time sources.
   * - computational: Calculations or transformations.
   * - transactional: Actions or state changes.
   * - enrichment: Augments existing data.
   * - personal: User-specific data that needs authentication.
   * - discovery: Meta-APIs that find other sources. */
  readonly primary_category:
    | 'reference'
    | 'live'
    | 'computational'
    | 'transactional'
    | 'enrichment'
    | 'personal'
    | 'discovery';
  /** The endpoints of the API, at least one. */
  readonly endpoints: readonly Manifest02Endpoint[];
  readonly pricing: Manifest02Pricing;
  readonly payment?: Manifest02Payment;
  readonly authentication: Manifest02Authentication;
  readonly reliability: Manifest02Reliability;
  /** Operational guidance for agents, at least 50 characters: limits, order of calls, expected errors, units, and pitfalls. */
  readonly agent_notes: string;
  /** How to reach the publisher of the API: an email address or a URL. */
  readonly contact: Manifest02Email | Manifest02Uri;
  /** Whether to list the API; false withdraws an existing listing. */
  readonly listing_requested: boolean;
  /** The time of the last change of the manifest. */
  readonly last_updated: Manifest02DateTime;
};

/** One operation of the API. */
export type Manifest02Endpoint = {
  /** The path from the root of the origin. */
  readonly path: Manifest02Path;
  /** The HTTP method.
   *
   * - GET: Reads data without changing it.
   * - POST: Sends data for processing, often to create a resource.
   * - PUT: Replaces a resource, or creates it at a known URL.
   * - DELETE: Deletes a resource.
   * - PATCH: Changes part of a resource. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** When and why to use this endpoint, at least 20 characters. */
  readonly description: string;
  /** The parameters in the path, query string, headers, or body. Use an empty array if the endpoint has no parameters. */
  readonly parameters: readonly Manifest02Parameter[];
  /** The content of the response, at least 20 characters. */
  readonly response_description: string;
};

/** One parameter of an endpoint. */
export type Manifest02Parameter = {
  /** The name, exactly as it is sent. */
  readonly name: string;
  /** The type of the value, in any common notation. */
  readonly type: string;
  /** Whether the API rejects requests without it. */
  readonly required: boolean;
  /** The effect of the parameter and its allowed values. */
  readonly description: string;
};

/** The human-readable pricing of the API. */
export type Manifest02Pricing = {
  /** How use is priced.
   *
   * - free: Costs nothing.
   * - freemium: A free tier, and paid tiers beyond it.
   * - per-query: A price for each query.
   * - subscription: A price for each period of use.
   * - pay-what-you-want: Users choose the price.
   * - tiered: Plans with different limits at different prices.
   * - usage_based: A price for metered consumption. */
  readonly model: 'free' | 'freemium' | 'per-query' | 'subscription' | 'pay-what-you-want' | 'tiered' | 'usage_based';
  readonly free_tier?: Manifest02FreeTier;
  readonly paid_tier?: Manifest02PaidTier;
  /** A URL for voluntary contributions or payment. */
  readonly support_url?: Manifest02Uri | null;
};

/** The use that is free of charge; null if there is no free tier. */
export type Manifest02FreeTier = {
  /** Free queries per day; null if unlimited or unknown. */
  readonly queries_per_day?: number | null;
  /** Free queries per month; null if unlimited or unknown. */
  readonly queries_per_month?: number | null;
} | null;

/** The price of paid use; null if there is no paid tier. */
export type Manifest02PaidTier = {
  /** The price of one unit in US dollars. */
  readonly amount_usd: number;
  /** The unit that the price applies to. */
  readonly unit: string;
  /** A description of the price. */
  readonly description: string;
} | null;

/** Where and how to pay for access. */
export type Manifest02Payment = {
  /** The URL to buy access. */
  readonly checkout_url: Manifest02Uri;
  /** The name of the payment provider. */
  readonly provider?: string | null;
  /** The URL that issues keys. */
  readonly key_provisioning_url?: Manifest02Uri | null;
  /** The accepted payment methods. */
  readonly accepted_methods?: readonly string[] | null;
  /** Whether payment is required before use. */
  readonly prepay_required?: boolean | null;
};

/** Whether and how requests are authenticated. */
export type Manifest02Authentication = {
  /** Whether the API requires credentials. */
  readonly required: boolean;
  /** The kind of credentials.
   *
   * - api_key: A key in a header or a parameter of each request.
   * - oauth2: An access token obtained through an OAuth 2.0 flow.
   * - bearer: A token in the header Authorization: Bearer.
   * - none: No credentials. */
  readonly type?: 'api_key' | 'oauth2' | 'bearer' | 'none' | null;
  /** How to get credentials and where to put them in a request. */
  readonly instructions?: string | null;
};

/** The maintainer and the reliability of the API. */
export type Manifest02Reliability = {
  /** The maintainer of the API.
   *
   * - individual: One person.
   * - organization: A company, an authority, a university, or another organization.
   * - community: A group of volunteers or an open project. */
  readonly maintained_by: 'individual' | 'organization' | 'community';
  /** The URL of the status page. */
  readonly status_url?: Manifest02Uri | null;
  /** The expected uptime, in percent. */
  readonly expected_uptime_pct?: number | null;
};

/** An absolute URI with a scheme, as in RFC 3986. Non-ASCII characters must be percent-encoded. */
export type Manifest02Uri = string;

/** An email address: dot-separated atoms, "@", and a domain name of at least two labels. */
export type Manifest02Email = string;

/** A time with its offset from UTC, as in RFC 3339. */
export type Manifest02DateTime = string;

/** MAJOR.MINOR.PATCH, optionally -prerelease and +build, as in Semantic Versioning 2.0.0. Numbers have no leading zeros. */
export type Manifest02Semver = string;

/** The path of an endpoint, from the root of the origin. Write variable parts in braces and declare them as parameters. */
export type Manifest02Path = string;

export type GetRootResponse = RootDocument;

export type ListListingsQuery = {
  /** Searches names and descriptions by word or prefix, and tolerates typos. Ignores case and accents. Best matches come first. */
  readonly q?: string;
  /** Only listings in this category. */
  readonly category?:
    | 'food-science'
    | 'materials'
    | 'construction'
    | 'music-gear'
    | 'chemistry'
    | 'biology'
    | 'physics'
    | 'mathematics'
    | 'geography'
    | 'finance'
    | 'legal'
    | 'medical'
    | 'engineering'
    | 'education'
    | 'translation'
    | 'media'
    | 'agriculture'
    | 'computing'
    | 'language'
    | 'history'
    | 'commerce'
    | 'identity'
    | 'weather'
    | 'logistics'
    | 'other';
  /** Only listings in this primary category. */
  readonly primary_category?:
    | 'reference'
    | 'live'
    | 'computational'
    | 'transactional'
    | 'enrichment'
    | 'personal'
    | 'discovery';
  /** Only listings with this pricing model. */
  readonly pricing_model?:
    | 'free'
    | 'freemium'
    | 'per-query'
    | 'subscription'
    | 'pay-what-you-want'
    | 'tiered'
    | 'usage_based'
    | 'unknown';
  /** Only listings with this payment model. */
  readonly payment_model?: 'free' | 'per_request' | 'metered_usage' | 'prepaid_credits' | 'subscription';
  /** Only listings with this payment currency: an ISO 4217 code, or a unit that starts with `x-`. */
  readonly payment_currency?: string;
  /** Only listings with this settlement type. */
  readonly settlement_type?: 'real_time' | 'postpaid_cycle' | 'prepaid_debit';
  /** true: only listings with a spend cap. false: only listings without one. */
  readonly supports_spend_cap?: boolean;
  /** true: only listings whose pricing model or payment model is free. false: no filter. */
  readonly free_only?: boolean;
  /** false: only APIs that need no credentials. true: only APIs that need credentials. */
  readonly auth_required?: boolean;
  /** Only listings with this kind of maintainer. */
  readonly maintained_by?: 'individual' | 'organization' | 'community';
  /** Only listings with all of these badges. */
  readonly badges?: readonly ('auth-verified' | 'payment-ready')[];
  /** publisher: only manifests that the publisher serves. documentation: only manifests written from the API's documentation. */
  readonly source?: 'publisher' | 'documentation';
  /** Only listings with one of these statuses (default: verified and unverified; with updated_since: all statuses). */
  readonly status?: readonly ('verified' | 'unverified' | 'lapsed' | 'withdrawn')[];
  /** Only listings that changed at or after this time, including lapsed and withdrawn listings, so that a client that polls can keep an exact copy. */
  readonly updated_since?: string;
  /** The sort key (default: created_at; with q: relevance). Ties are sorted by id. */
  readonly sort?: 'name' | 'created_at' | 'verified_at';
  /** The sort direction (default: names A to Z, times newest first, relevance best first). */
  readonly order?: 'asc' | 'desc';
  /** Maximum number of results per page. */
  readonly limit?: number;
  /** Number of results to skip. */
  readonly offset?: number;
};

export type ListListingsResponse = {
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
    readonly query: Query;
    readonly links: PageLinks;
    /** Time of the newest data. */
    readonly generated_at: string | null;
  };
  readonly data: {
    readonly listings: readonly Row[];
    /** Number of listings on this page. */
    readonly count: number;
    /** Number of matches on all pages. */
    readonly total: number;
  };
};

export type GetListingResponse = {
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
  };
  readonly data: Detail;
};

export type GetListingHistoryResponse = {
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
  };
  readonly data: History;
};

export type CountFacetsQuery = {
  /** Searches names and descriptions by word or prefix, and tolerates typos. Ignores case and accents. Best matches come first. */
  readonly q?: string;
  /** Only listings in this category. */
  readonly category?:
    | 'food-science'
    | 'materials'
    | 'construction'
    | 'music-gear'
    | 'chemistry'
    | 'biology'
    | 'physics'
    | 'mathematics'
    | 'geography'
    | 'finance'
    | 'legal'
    | 'medical'
    | 'engineering'
    | 'education'
    | 'translation'
    | 'media'
    | 'agriculture'
    | 'computing'
    | 'language'
    | 'history'
    | 'commerce'
    | 'identity'
    | 'weather'
    | 'logistics'
    | 'other';
  /** Only listings in this primary category. */
  readonly primary_category?:
    | 'reference'
    | 'live'
    | 'computational'
    | 'transactional'
    | 'enrichment'
    | 'personal'
    | 'discovery';
  /** Only listings with this pricing model. */
  readonly pricing_model?:
    | 'free'
    | 'freemium'
    | 'per-query'
    | 'subscription'
    | 'pay-what-you-want'
    | 'tiered'
    | 'usage_based'
    | 'unknown';
  /** Only listings with this payment model. */
  readonly payment_model?: 'free' | 'per_request' | 'metered_usage' | 'prepaid_credits' | 'subscription';
  /** Only listings with this payment currency: an ISO 4217 code, or a unit that starts with `x-`. */
  readonly payment_currency?: string;
  /** Only listings with this settlement type. */
  readonly settlement_type?: 'real_time' | 'postpaid_cycle' | 'prepaid_debit';
  /** true: only listings with a spend cap. false: only listings without one. */
  readonly supports_spend_cap?: boolean;
  /** true: only listings whose pricing model or payment model is free. false: no filter. */
  readonly free_only?: boolean;
  /** false: only APIs that need no credentials. true: only APIs that need credentials. */
  readonly auth_required?: boolean;
  /** Only listings with this kind of maintainer. */
  readonly maintained_by?: 'individual' | 'organization' | 'community';
  /** Only listings with all of these badges. */
  readonly badges?: readonly ('auth-verified' | 'payment-ready')[];
  /** publisher: only manifests that the publisher serves. documentation: only manifests written from the API's documentation. */
  readonly source?: 'publisher' | 'documentation';
  /** Only listings with one of these statuses (default: verified and unverified; with updated_since: all statuses). */
  readonly status?: readonly ('verified' | 'unverified' | 'lapsed' | 'withdrawn')[];
  /** Only listings that changed at or after this time, including lapsed and withdrawn listings, so that a client that polls can keep an exact copy. */
  readonly updated_since?: string;
  /** The sort key (default: created_at; with q: relevance). Ties are sorted by id. */
  readonly sort?: 'name' | 'created_at' | 'verified_at';
  /** The sort direction (default: names A to Z, times newest first, relevance best first). */
  readonly order?: 'asc' | 'desc';
  /** Maximum number of results per page. */
  readonly limit?: number;
  /** Number of results to skip. */
  readonly offset?: number;
};

export type CountFacetsResponse = {
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
    readonly query: Query;
    /** Time of the newest data. */
    readonly generated_at: string | null;
  };
  readonly data: FacetCounts;
};

export type ListCategoriesResponse = {
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
  };
  readonly data: Categories;
};

export type GetGuidanceResponse = {
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
    readonly ai_agent_notice: string;
  };
  readonly data: Guidance;
};

export type GetHealthResponse = Health;

export type SubmitListingBody = {
  /** A URL of the API. Only its origin is used. */
  readonly url: string;
};

export type SubmitListingResponse = Submission;

export type GetSubmissionResponse = Submission;

export type GetSkillIndexResponse = Readonly<Record<string, unknown>>;

export type GetAgenticResourcesResponse = Readonly<Record<string, unknown>>;

export type GetAiCatalogResponse = Readonly<Record<string, unknown>>;

export type GetOwnManifestResponse = Readonly<Record<string, unknown>>;

export type GetPublicKeysResponse = Readonly<Record<string, unknown>>;

export type GetExportIndexResponse = ExportIndex;

export type GetExportSignatureResponse = ExportSignature;

export type GetSiteGuidanceResponse = Readonly<Record<string, unknown>>;

export type ValidateBody = {
  /** A URL of the API. Only its origin is used. */
  readonly url?: string;
  readonly manifest?: unknown;
};

export type ValidateResponse = Report;

export type ValidateAtValidatorBody = {
  /** A URL of the API. Only its origin is used. */
  readonly url?: string;
  readonly manifest?: unknown;
};

export type ValidateAtValidatorResponse = Report;

export type GetValidatorResponse = RootDocument;

export type GetValidatorGuidanceResponse = {
  readonly meta: {
    readonly spec_version: 'apimanifest-0.3';
    readonly endpoint_description: string;
    readonly ai_agent_notice: string;
  };
  readonly data: Readonly<Record<string, unknown>>;
};
