const OF_THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;
const STAGING = /(^|[.-])(staging|stage|stg)([.-]|$)/;

/** Errors of a developer's machine, and of a host where changes are tried, are no errors of people who use the product. */
export const mayReport = (hostname: string): boolean => !OF_THIS_MACHINE.test(hostname) && !STAGING.test(hostname);
