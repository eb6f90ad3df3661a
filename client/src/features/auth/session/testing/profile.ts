import type { Profile } from '@clearcut/schemas/identity/http';

/** An admin as the server answers it. */
export const profileOf = (pk: string): Profile => ({
  pk,
  email: `${pk}@example.com`,
  first_name: '',
  last_name: '',
  language: 'en',
  currency: null,
  country: null,
  role: 'admin',
  team_id: 'team',
  team_permissions: {
    role: 'admin',
    views_permissions: { editor: true, myImages: true, billing: true },
    sections: [],
    may_delete_own_account: true,
  },
  is_staff: false,
  staff_roles: [],
  has_password: true,
  email_verified: true,
  pending_email: null,
  must_set_up_second_factor: false,
  second_factor_due: null,
  created_at: '2026-01-01T00:00:00.000Z',
  anonymous_session_id: null,
});
