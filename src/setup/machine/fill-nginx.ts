/** Sets the hosts in a configuration of nginx. The first one names the certificate. */
export function fillNginx(template: string, hosts: readonly string[]): string {
  const [first = ''] = hosts;
  return template
    .replace(/server_name [^;]+;/g, `server_name ${hosts.join(' ')};`)
    .replace(/\/letsencrypt\/live\/[^/]+\//g, `/letsencrypt/live/${first}/`);
}
