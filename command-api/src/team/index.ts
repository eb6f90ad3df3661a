export {
  acceptInvitation,
  changeRights,
  createTeam,
  declineInvitation,
  hasEnded,
  inviteMember,
  removeMember,
  resendInvitation,
  type Rights,
} from './domain/team.ts';
export { createTeamFounder } from './found-team.ts';
export { createTeamHandler, type TeamHandler } from './handler.ts';
export { createMembership } from './membership.ts';
export { findProvedAdmins } from './proved-admins.ts';
export { teamRoutes } from './routes.ts';
