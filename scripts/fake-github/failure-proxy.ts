import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A failure of one request. `isDone` failures happen after GitHub processed the request, so only the response is lost. */
export interface InjectedFailure {
  readonly name: string;
  readonly isDone: boolean;
  readonly respond: (response: ServerResponse, reply: ProxiedReply) => void;
}

/** GitHub's response; empty before the request reaches GitHub. */
interface ProxiedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A proxy before the mock GitHub server, for the API and for git, that makes one request fail. */
export interface FailureProxy {
  readonly address: string;
  /** The requests since the last `arm`, such as `GET /repos/acme/registry/pulls`. */
  readonly requests: readonly string[];
  /** Makes the request with this number, from 1, fail. Without a failure, all requests succeed. */
  arm(failure?: InjectedFailure, number?: number): void;
  /** Called before each request is forwarded, with its number. */
  onRequest: (number: number, request: string) => Promise<void> | void;
  close(): Promise<void>;
}

/** Starts the proxy on a free port of the loopback interface. */
export async function startFailureProxy(target: string): Promise<FailureProxy> {
  const requests: string[] = [];
  let armed: { readonly failure: InjectedFailure | undefined; readonly number: number } = {
    failure: undefined,
    number: 0,
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request;
    const number = requests.push(`${method} ${url.split('?')[0]}`);
    const { failure } = armed;
    const isFailing = failure !== undefined && number === armed.number;
    const body = await readBody(request);
    if (isFailing && !failure.isDone)
      return failure.respond(response, { status: 0, headers: {}, body: Buffer.alloc(0) });
    await proxy.onRequest(number, `${method} ${url}`);
    const reply = await forward(`${target}${url}`, request, body);
    if (isFailing) return failure.respond(response, reply);
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const proxy: FailureProxy = {
    address: '',
    requests,
    arm(failure, number = 0) {
      requests.length = 0;
      armed = { failure, number };
    },
    onRequest: () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** The headers that `fetch` sets itself, or that do not apply to the decoded body. */
const HOP = new Set(['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding', 'keep-alive']);

async function forward(url: string, { method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<ProxiedReply> {
  const kept = Object.entries(headers).filter(([name]) => !HOP.has(name) && name !== 'expect');
  const response = await fetch(url, {
    method,
    headers: kept.map(([name, value]) => [name, String(value)] as [string, string]),
    ...(body.length > 0 && { body: Uint8Array.from(body) }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !HOP.has(name))),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

const RESET: InjectedFailure['respond'] = response => void response.socket?.destroy();

/** The failures of GitHub, of the network, and of programs between, by name. */
export const FAILURES: readonly InjectedFailure[] = [
  { name: 'reset before', isDone: false, respond: RESET },
  { name: 'reset after', isDone: true, respond: RESET },
  createReply('500', 500, { message: 'Server Error' }),
  createReply('502 HTML', 502, '<html><body><h1>Bad Gateway</h1></body></html>'),
  createReply('503', 503, { message: 'Service Unavailable' }),
  createReply('503 Retry-After', 503, { message: 'Service Unavailable' }, { 'Retry-After': '7' }),
  createReply('401', 401, { message: 'Bad credentials' }),
  createReply('403 primary limit', 403, { message: 'API rate limit exceeded for installation ID 1.' }, () => ({
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 60),
  })),
  createReply(
    '403 secondary limit',
    403,
    { message: 'You have exceeded a secondary rate limit.' },
    { 'Retry-After': '60' },
  ),
  createReply('403', 403, { message: 'Resource not accessible by integration' }),
  createReply('404', 404, { message: 'Not Found' }),
  createReply('409', 409, { message: 'Git Repository is empty.' }),
  createReply('422 ref', 422, { message: 'Reference already exists' }),
  createReply('422 pull', 422, {
    message: 'Validation Failed',
    errors: [{ resource: 'PullRequest', code: 'custom', message: 'A pull request already exists for acme:x.' }],
  }),
  createReply('429', 429, { message: 'Too many requests' }, { 'Retry-After': '3' }),
  {
    name: 'truncated',
    isDone: true,
    respond(response, { status, headers, body }) {
      response.writeHead(status, { ...headers, 'Content-Length': body.length + 1 });
      response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
    },
  },
  {
    name: 'invalid JSON',
    isDone: true,
    respond(response, { status, headers, body }) {
      response.writeHead(status, headers).end(body.subarray(0, body.length / 2));
    },
  },
  {
    name: 'other JSON',
    isDone: true,
    respond(response, { status, headers, body }) {
      response.writeHead(status, headers).end(body[0] === 0x5b ? '{"ok":true}' : '[]');
    },
  },
  {
    name: 'null',
    isDone: true,
    respond: (response, { status, headers }) => void response.writeHead(status, headers).end('null'),
  },
  { name: 'hang', isDone: true, respond: () => undefined },
];

function createReply(
  name: string,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>) = {},
): InjectedFailure {
  const isText = typeof body === 'string';
  return {
    name,
    isDone: false,
    respond(response) {
      response
        .writeHead(status, {
          'Content-Type': isText ? 'text/html' : 'application/json',
          ...(typeof headers === 'function' ? headers() : headers),
        })
        .end(isText ? body : JSON.stringify(body));
    },
  };
}
