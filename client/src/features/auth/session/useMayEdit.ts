import { useProfile } from './useProfile.ts';

/** Whether the person may use the editor and save. The server checks again on every call. */
export function useMayEdit(): boolean {
  const { role, views_permissions } = useProfile().team_permissions;
  return role !== 'limited' || views_permissions.editor;
}
