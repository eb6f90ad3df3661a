import type { Config } from '@clearcut/platform/config/config';
import type { Plan } from '@clearcut/schemas/constants';

/** Allows bulk upload without a plan if every plan includes it. */
export function mayUploadInBulk(planName: Plan | null, { bulkUploadPlans }: Pick<Config, 'bulkUploadPlans'>): boolean {
  if (bulkUploadPlans === 'all') return true;
  return planName !== null && bulkUploadPlans.includes(planName);
}
