import { z } from 'zod'
import { envelope, profileId, time } from './common.ts'
import type { Operation } from './operation.ts'

const account = z
  .strictObject({
    account_id: z.string(),
    username: z.string().nullable(),
    display_name: z.string().nullable(),
    avatar_url: z.string().nullable(),
    picture_url: z.string().nullable().meta({
      description:
        'Path on this instance that serves the picture at `avatar_url`. A picture that cannot be had is 404.',
      'x-addition': true,
    }),
    profile_url: z.string().nullable(),
    account_type: z.string().nullable(),
    environment: z.enum(['live', 'sandbox']),
    status: z.enum(['connected', 'needs_reconnect']),
    missing_permissions: z.array(z.string()).meta({
      description:
        'Scopes and rights at the platform that the account lacks, whether this instance requests them or not.',
    }),
    capabilities: z
      .strictObject({
        publish: z.boolean(),
        comments: z.boolean(),
        reply: z.boolean(),
        metrics: z.boolean(),
        audience: z.boolean(),
      })
      .meta({
        description:
          'What the permissions of the account and the platform allow: publishing, reading comments, writing comments and replies, reading metrics, reading the number of followers. Where the documentation of a platform contradicts itself about a permission, the value is false without it, and Polypost tries the call.',
        'x-addition': true,
      }),
    connected_at: time,
    expires_at: time.nullable(),
    board_id: z.string().optional(),
    page_id: z.string().optional(),
  })
  .meta({ id: 'ConnectedAccount' })

const profile = z
  .strictObject({
    id: profileId,
    name: z.string(),
    is_default: z.boolean(),
    connected_platforms: z.array(z.string()),
    platform_profiles: z.record(z.string(), account).meta({ description: 'The connected account of each platform.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Profile' })

const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .meta({ description: '1 to 80 characters after trimming. Unique per user; upper and lower case are the same.' })

const params = z.strictObject({ id: profileId })

const profileList = envelope(
  z.strictObject({
    profiles: z.array(profile),
    default_profile_id: z.string(),
    limits: z.strictObject({ max_accounts_per_platform: z.int() }).meta({ id: 'ProfileLimits' }),
  }),
)

const profileChange = envelope(z.strictObject({ profile_id: z.string(), profiles: z.array(profile) }))

const exampleProfile = {
  id: 'k3TfQ9sXb2Lm',
  name: 'Default',
  is_default: true,
  connected_platforms: ['bluesky'],
  platform_profiles: {
    bluesky: {
      account_id: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
      username: 'acme.example',
      display_name: 'Acme',
      avatar_url: null,
      picture_url: null,
      profile_url: 'https://bsky.app/profile/acme.example',
      account_type: 'personal',
      environment: 'live' as const,
      status: 'connected' as const,
      missing_permissions: [],
      capabilities: { publish: true, comments: true, reply: true, metrics: true, audience: true },
      connected_at: '2026-11-02T09:00:00.000Z',
      expires_at: null,
    },
  },
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
}

const secondProfile = {
  ...exampleProfile,
  id: 'Zp81hWcR0aNe',
  name: 'Acme Poland',
  is_default: false,
  connected_platforms: [],
  platform_profiles: {},
}

const exampleChange = {
  status: 'ok',
  data: { profile_id: secondProfile.id, profiles: [exampleProfile, secondProfile] },
}

export const profileOperations = {
  listProfiles: {
    method: 'GET',
    tagged: true,
    path: '/profiles',
    tag: 'profiles',
    summary: 'List connection profiles',
    returns: 'All profiles of the user with their accounts.',
    description: 'Each profile with its connected accounts, their permissions and their warnings.',
    scope: 'read',
    response: profileList,
    example: {
      response: {
        status: 'ok',
        data: {
          profiles: [exampleProfile],
          default_profile_id: exampleProfile.id,
          limits: { max_accounts_per_platform: 50 },
        },
      },
    },
  },
  createProfile: {
    method: 'POST',
    path: '/profiles',
    tag: 'profiles',
    summary: 'Create a connection profile',
    returns: 'The ID of the new profile, and all profiles.',
    description: 'The new profile is not the default one. A user has at most 500 profiles.',
    scope: 'write',
    role: 'admin',
    body: z.strictObject({ name }),
    response: profileChange,
    errors: ['name_taken', 'limit_reached'],
    example: { body: { name: 'Acme Poland' }, response: exampleChange },
  },
  renameProfile: {
    method: 'POST',
    path: '/profiles/{id}',
    tag: 'profiles',
    summary: 'Rename a connection profile',
    returns: 'The ID of the profile, and all profiles.',
    description: 'Changes only the name. The ID and everything that belongs to the profile stay as they are.',
    scope: 'write',
    role: 'admin',
    params,
    body: z.strictObject({ name }),
    response: profileChange,
    errors: ['name_taken'],
    example: { body: { name: 'Acme Poland' }, response: exampleChange },
  },
  deleteProfile: {
    method: 'DELETE',
    path: '/profiles/{id}',
    tag: 'profiles',
    summary: 'Delete a connection profile',
    returns: 'The profile was deleted: its ID, and all profiles that are left.',
    description:
      'Deletes its drafts and connected accounts too. The history of its posts stays readable. The default profile, and a profile with jobs that have not ended, cannot be deleted.',
    scope: 'write',
    role: 'admin',
    params,
    response: envelope(z.strictObject({ id: z.string(), deleted: z.literal(true) })),
    errors: ['default_profile', 'profile_in_use'],
    example: { response: { status: 'ok', data: { id: secondProfile.id, deleted: true } } },
    addition: true,
  },
  setDefaultProfile: {
    method: 'POST',
    path: '/profiles/{id}/default',
    tag: 'profiles',
    summary: 'Make a connection profile the default one',
    returns: 'All profiles, with the new default.',
    description: 'Requests without a `profile_id` use the default profile.',
    scope: 'write',
    role: 'admin',
    params,
    response: profileList,
    example: {
      response: {
        status: 'ok',
        data: {
          profiles: [
            { ...exampleProfile, is_default: false },
            { ...secondProfile, is_default: true },
          ],
          default_profile_id: secondProfile.id,
          limits: { max_accounts_per_platform: 50 },
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
