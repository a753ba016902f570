/** Replaces the example hosts in the configuration of nginx. The first host names the certificate. */
export function fillNginx(template: string, hosts: readonly string[]): string {
  const [first = ''] = hosts;
  return template
    .replace(/server_name [^;]+;/g, `server_name ${hosts.join(' ')};`)
    .replaceAll('/live/registry.example.org/', `/live/${first}/`);
}
