/** A call that a tool is about to send, without secrets. */
export interface CallRequest {
  readonly method: string;
  readonly url: string;
  /** Whether the method can change data. */
  readonly writes: boolean;
  /** Whether the call costs money, or may cost money because the manifest states no price. */
  readonly paid: boolean;
  /** The expected price. Undefined if the manifest states none. */
  readonly price?: { readonly amount: number; readonly currency: string };
}

/** The result of a tool call: a response of the API, or an error of the call. */
export type ToolResult = ToolResponse | ToolFailure;

export interface ToolResponse {
  /** Whether the status is from 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  readonly content_type: string | null;
  readonly request: CallRequest;
  /** `data` is from a third party. */
  readonly untrusted: true;
  readonly notice: string;
  /** The JSON or text of the response, without the secrets of the caller. */
  readonly data: unknown;
  /** Whether `data` is only the start of the response. */
  readonly truncated: boolean;
}

export interface ToolFailure {
  readonly ok: false;
  readonly error: {
    /** Such as `invalid_arguments`, `approval_required`, `not_approved`, `cost_limit`, `timeout`, or `unreachable`. */
    readonly code: string;
    readonly message: string;
  };
  readonly request?: CallRequest;
}

/** The limits of a cost: the amount for all calls of a set of tools together. */
export interface CostLimitOption {
  readonly amount: number;
  /** Such as `USD`. */
  readonly currency: string;
}

export interface ToToolsOptions {
  /** The secrets by name, such as `API_KEY`, or a function that returns them. They are only sent to the API. */
  readonly secrets?:
    | Readonly<Record<string, string | undefined>>
    | (() => Readonly<Record<string, string | undefined>> | Promise<Readonly<Record<string, string | undefined>>>)
    | undefined;
  /** Selects endpoints (default: all). */
  readonly only?: ((endpoint: { readonly method: string; readonly path: string }) => boolean) | undefined;
  /** Whether a call needs approval (default: if it writes or is paid). */
  readonly needsApproval?: ((call: CallRequest) => boolean) | undefined;
  /** Asks the user. Without it, calls that need approval are not sent. */
  readonly approve?: ((call: CallRequest) => boolean | Promise<boolean>) | undefined;
  /** The maximum expected cost of all calls together (default: none, but paid calls need approval). */
  readonly costLimit?: CostLimitOption | undefined;
  /** Milliseconds for one call, or `Infinity` for no timeout (default: 30,000). */
  readonly timeoutMs?: number | undefined;
  /** The maximum size of a response (default: 262,144). The rest is not read. */
  readonly maxResponseBytes?: number | undefined;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
}

/** A JSON Schema. */
export type ArgumentSchema = Readonly<Record<string, unknown>>;

export interface ExecuteOptions {
  readonly signal?: AbortSignal | undefined;
  /** The name of the signal in the AI SDK. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** One endpoint as a tool. */
export interface EndpointTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: ArgumentSchema;
  /** The endpoint in the manifest. */
  readonly endpoint: { readonly method: string; readonly path: string };
  /** Sends the request to the API, and returns its response. Rejects only if a function of the options throws. */
  execute(args: Readonly<Record<string, unknown>>, options?: ExecuteOptions): Promise<ToolResult>;
}

/** The tools of a listing in the formats of model providers. */
export interface EndpointTools {
  readonly tools: readonly EndpointTool[];
  /** `tools` of the Chat Completions API of OpenAI, which many providers accept. */
  readonly openai: readonly {
    readonly type: 'function';
    readonly function: { readonly name: string; readonly description: string; readonly parameters: ArgumentSchema };
  }[];
  /** `tools` of the Responses API of OpenAI. */
  readonly openaiResponses: readonly {
    readonly type: 'function';
    readonly name: string;
    readonly description: string;
    readonly parameters: ArgumentSchema;
    readonly strict: false;
  }[];
  /** `tools` of the Messages API of Anthropic. */
  readonly anthropic: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: ArgumentSchema & { readonly type: 'object' };
  }[];
  /** `tools` of the AI SDK. */
  readonly aiSdk: Readonly<Record<string, AiSdkTool>>;
  /** The expected cost of all calls so far, in the currency of the limit. */
  readonly spent: number;
  /**
   * Runs a tool by name, with arguments as an object or as the JSON text of a model. Rejects only if a function of the options
   * throws.
   */
  execute(
    name: string,
    args: Readonly<Record<string, unknown>> | string,
    options?: ExecuteOptions,
  ): Promise<ToolResult>;
}

export interface AiSdkTool {
  readonly description: string;
  /** A schema as `jsonSchema()` of the AI SDK creates it. */
  readonly inputSchema: { readonly jsonSchema: ArgumentSchema };
  execute(args: Readonly<Record<string, unknown>>, options?: ExecuteOptions): Promise<ToolResult>;
}
