import type { Config } from '@clearcut/platform/config/config';
import type { Plan } from '@clearcut/schemas/constants';

/** Whether a team may upload many pictures as one. Who has no plan may where every plan does. */
export function mayUploadInBulk(planName: Plan | null, { bulkUploadPlans }: Pick<Config, 'bulkUploadPlans'>): boolean {
  if (bulkUploadPlans === 'all') return true;
  return planName !== null && bulkUploadPlans.includes(planName);
}
