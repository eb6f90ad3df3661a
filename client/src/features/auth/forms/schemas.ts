import { emailSchema, passwordSchema } from '@clearcut/schemas/form-fields';
import { loginBodySchema, signUpBodySchema } from '@clearcut/schemas/identity/http';
import { z } from 'zod';

/** The shared e-mail schema with a message of its own for an invalid address: each of three forms words it differently. */
const emailWith = (invalid: string) =>
  z.string().superRefine((email, context) => {
    const [issue] = emailSchema.safeParse(email).error?.issues ?? [];
    if (issue === undefined) return;
    const message = issue.code === 'invalid_format' ? invalid : issue.message;
    context.addIssue({ code: 'custom', message });
  });

export const loginSchema = loginBodySchema.pick({ email: true, password: true });

export const signUpSchema = signUpBodySchema
  .pick({ password: true, first_name: true, last_name: true })
  .extend({ email: emailWith('Invalid email') });

export const recoverSchema = z.object({ email: emailWith('Email is invalid') });

const DIFFERENT = { path: ['repeat'], error: 'Passwords do not match' };

/** A password that is being set, twice. */
const newPassword = { password: passwordSchema, repeat: z.string() };
const isRepeated = ({ password, repeat }: { password: string; repeat: string }) => password === repeat;

export const resetSchema = z.object(newPassword).refine(isRepeated, DIFFERENT);

export const invitationSchema = signUpBodySchema
  .pick({ first_name: true, last_name: true })
  .extend(newPassword)
  .refine(isRepeated, DIFFERENT);

/** @param hasPassword whether there is one now, which has to be given too */
export const changeSchema = (hasPassword: boolean) =>
  z
    .object({ current: hasPassword ? z.string().min(1, 'This field is required') : z.string(), ...newPassword })
    .refine(isRepeated, DIFFERENT);
