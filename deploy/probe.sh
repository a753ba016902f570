#!/bin/sh
# Probes a registry from outside, for cron on another machine: no alarm of the registry can report that its own machine,
# its account on GitHub, or its DNS name is gone. Prints one line for each problem. Needs curl and GNU date.
#
#   */5 * * * * probe.sh https://registry.example.org || mail -s "Registry" operator@example.org < /dev/null
#
# Usage: probe.sh REGISTRY_URL [MAX_AGE_HOURS]     (26 hours by default; 0 if the registry does not revalidate)
# Exit status: 0 healthy; 1 a problem; 2 invalid arguments
set -u

registry=${1:-}
max_age_hours=${2:-26}
case $registry in
  http://* | https://*) ;;
  *) echo "Usage: probe.sh REGISTRY_URL [MAX_AGE_HOURS]" >&2; exit 2 ;;
esac
case $max_age_hours in
  '' | *[!0-9]*) echo "MAX_AGE_HOURS is \"$max_age_hours\". Use a whole number of hours, such as 26." >&2; exit 2 ;;
esac

problems=0
report() {
  echo "$1"
  problems=1
}

health=$(curl --silent --show-error --fail --max-time 10 --retry 2 --retry-connrefused --header 'Accept: application/json' \
  "${registry%/}/health" 2>&1) || { echo "$registry does not respond: $health"; exit 1; }
case $health in
  *'"status":"healthy"'*) ;;
  *) report "$registry is degraded: $(printf '%s' "$health" | sed -n 's/.*"problems":\[\([^]]*\)\].*/\1/p')" ;;
esac

if [ "$max_age_hours" -gt 0 ]; then
  last_run=$(printf '%s' "$health" | sed -n 's/.*"last_run_at":"\([^"]*\)".*/\1/p')
  if [ -z "$last_run" ]; then
    report "$registry has never completed a revalidation."
  else
    age_hours=$((($(date +%s) - $(date --date "$last_run" +%s)) / 3600))
    [ "$age_hours" -le "$max_age_hours" ] || report "$registry was last revalidated $age_hours hours ago."
  fi
fi

listing=$(curl --silent --show-error --fail --max-time 10 --output /dev/null --write-out '%{content_type}' \
  "${registry%/}/listings?limit=1" 2>&1) || report "$registry returns no listings: $listing"
case $listing in
  *json*) ;;
  *) [ "$problems" -ne 0 ] || report "$registry returns listings as \"$listing\" instead of JSON." ;;
esac
exit "$problems"
