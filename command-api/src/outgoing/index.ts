export { type AddressPolicy, isPublicUnicast, publicInternet } from './address-policy.ts';
export { guardedRequest, isWebAddress, targetOf } from './guarded-request.ts';
export { withPrivateHosts } from './private-hosts.ts';
