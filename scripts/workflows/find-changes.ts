/**
 * Finds out whether the deployed registry must be built again (workflow deploy.yml), so that a run without changes takes
 * seconds. It needs no packages.
 *
 * Environment: REGISTRY_URL, FORCE (not empty: always build), SETTINGS (all variables of the repository, as JSON), and
 * OBSERVATIONS_DIR. Sets the outputs `fingerprint` and `changed`.
 */
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { computeFingerprint, isDeployed } from './deploy/deployed-state.ts';

const { REGISTRY_URL, FORCE, SETTINGS = '{}', OBSERVATIONS_DIR = '.data/observations', GITHUB_OUTPUT } = process.env;

const gitDirs = ['.git', path.join(OBSERVATIONS_DIR, '.git')].map(dir => path.resolve(dir));
const fingerprint = await computeFingerprint(gitDirs, JSON.parse(SETTINGS));
const isCurrent = !FORCE && (await isDeployed(REGISTRY_URL, fingerprint, { fetch, now: Date.now() }));
console.log(isCurrent ? 'Unchanged since the last deployment.' : 'Changed since the last deployment.');
const outputs = `fingerprint=${fingerprint}\nchanged=${!isCurrent}\n`;
if (GITHUB_OUTPUT) await appendFile(GITHUB_OUTPUT, outputs);
else console.log(outputs);
