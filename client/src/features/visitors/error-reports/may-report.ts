const OF_THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;
const STAGING = /(^|[.-])(staging|stage|stg)([.-]|$)/;

/** Ignores errors on development machines and staging hosts. */
export const mayReport = (hostname: string): boolean => !OF_THIS_MACHINE.test(hostname) && !STAGING.test(hostname);
