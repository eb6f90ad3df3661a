const OPEN = /^\/app\/(dashboard|editor|my-images)([/?]|$)/;

/** Whether a payment may redirect to this path; a link from outside must not decide where. */
export const isOurPath = (path: string): boolean => OPEN.test(path) && !path.includes('\\');
