import { createPrivateKey, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Octokit } from 'octokit';
import type { DeploymentSettings } from '../deployment-settings.ts';

/** A GitHub App that was created for this registry. */
export interface CreatedApp {
  readonly id: number;
  readonly slug: string;
  /** In PKCS #8, the format that Workers can read. */
  readonly privateKey: string;
}

export interface AppFlowOptions {
  readonly settings: DeploymentSettings;
  /** The account that owns the App. */
  readonly owner: string;
  readonly isOrganization: boolean;
  /** An unauthenticated client. The code of the flow is the credential. */
  readonly octokit: Octokit;
  /** The URL of the website, `https://github.com`. */
  readonly githubUrl: string;
  /** Shows the operator the URL to open. */
  readonly onReady: (url: string) => void;
  /** Aborts the flow, for example when the operator gives up. */
  readonly signal: AbortSignal;
}

/** The permissions of the App. It needs no webhook. */
export const APP_PERMISSIONS = { contents: 'write', pull_requests: 'write', issues: 'write', checks: 'read' } as const;

/**
 * Creates a GitHub App with one click of the operator (GitHub Docs, "Registering a GitHub App from a manifest"): serves
 * a page on loopback that posts the manifest to GitHub, receives the code that GitHub appends to the redirect, and
 * exchanges it for the id and key.
 *
 * @throws RangeError if GitHub rejects the code, or an AbortError
 */
export async function createAppFromManifest(options: AppFlowOptions): Promise<CreatedApp> {
  const { octokit, signal } = options;
  const code = await receiveCode(options);
  signal.throwIfAborted();
  const { data } = await octokit
    .request('POST /app-manifests/{code}/conversions', { code })
    .catch((error: { readonly status?: number }) => {
      if (error.status !== 404 && error.status !== 422) throw error;
      // The first attempt can succeed, and its response with the key be lost.
      const remedy =
        'If the App exists under Settings, Developer settings, GitHub Apps, delete it. Then run setup again.';
      throw new RangeError(`GitHub rejected the code of the new App, which is valid once, for an hour. ${remedy}`);
    });
  return { id: data.id, slug: data.slug ?? '', privateKey: toPkcs8(data.pem) };
}

/** Converts the key of an App, which GitHub provides in PKCS #1. */
export function toPkcs8(pem: string): string {
  return createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function receiveCode({ settings, owner, isOrganization, githubUrl, onReady, signal }: AppFlowOptions) {
  const state = randomBytes(16).toString('hex');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let page = '';
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '/', 'http://127.0.0.1');
    const code = url?.searchParams.get('code') ?? '';
    const isCallback = url?.pathname === '/callback';
    if (isCallback && url?.searchParams.get('state') === state && /^[\w-]{1,100}$/.test(code)) {
      response.end('The App was created. Return to the terminal.');
      resolve(code);
    } else if (url?.pathname === '/') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    } else response.writeHead(isCallback ? 400 : 404).end('This is not the response of GitHub that setup waits for.');
  });
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  const address = await listen(server);
  const path = isOrganization ? `/organizations/${owner}/settings/apps/new` : '/settings/apps/new';
  page = renderForm(`${githubUrl}${path}?state=${state}`, createAppManifest(settings, `${address}/callback`));
  onReady(address);
  try {
    return await promise;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Returns the manifest of the App. */
export function createAppManifest({ site_name, site_url, registry_url }: DeploymentSettings, redirectUrl: string) {
  return {
    // The name of an App is at most 34 characters long and unique on GitHub.
    name: `${site_name} submissions`.slice(0, 34).trim(),
    url: site_url ?? registry_url,
    redirect_url: redirectUrl,
    public: false,
    default_permissions: APP_PERMISSIONS,
    default_events: [],
  };
}

function renderForm(action: string, manifest: unknown): string {
  const value = JSON.stringify(manifest).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><title>Create the GitHub App</title>
<form action="${action}" method="post"><input type="hidden" name="manifest" value="${value}">
<p>GitHub shows the App with its permissions. Nothing is created until you confirm there.</p>
<button>Continue on GitHub</button></form></html>`;
}

async function listen(server: Server): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, '127.0.0.1', resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
