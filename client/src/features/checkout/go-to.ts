const OPEN = /^\/app\/(dashboard|editor|my-images)([/?]|$)/;

/** Whether a payment may lead on to this path: a link from outside must not decide where a person who paid is sent. */
export const isOurPath = (path: string): boolean => OPEN.test(path) && !path.includes('\\');
