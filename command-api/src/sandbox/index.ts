export { createIssuer } from './oidc/issuer.ts';
export { sandboxPages } from './sandbox.ts';
