import { z } from 'zod'
import { profileColors } from '../domain/profile-color.ts'
import {
  envelope,
  httpUrl,
  idSlots,
  mostProfilesNamed,
  pageMeta,
  pageQuery,
  profileId,
  queryInteger,
  time,
} from './common.ts'
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

const pictureUrl = z.string().nullable().meta({
  description:
    'The picture to show: a small one of `picture`, or else that of the first connected account that has one. A URL, or a path on this instance; null: there is none.',
})

const color = z
  .int()
  .min(0)
  .max(profileColors - 1)
  .meta({
    description: `The number of one of ${profileColors} colors, for the letter that is shown without a picture. If none was chosen, the ID decides.`,
  })

const profile = z
  .strictObject({
    id: profileId,
    name: z.string(),
    is_default: z.boolean(),
    picture: z.url().nullable().meta({
      description: 'The upload that was chosen as the picture of the profile; null: none was.',
      'x-addition': true,
    }),
    picture_url: pictureUrl.meta({ 'x-addition': true }),
    color: color.meta({ 'x-addition': true }),
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

/** Beside it there is a word. */
const readParams = z.strictObject({
  id: profileId
    .refine((id) => id !== 'overview', 'A profile ID is 6 to 32 letters and digits.')
    .register(idSlots, { kind: 'profile' })
    .meta({ description: 'ID of a connection profile.' }),
})

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
  picture: null,
  picture_url: null,
  color: 4,
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

const overview = z
  .strictObject({
    id: profileId,
    name: z.string(),
    is_default: z.boolean(),
    picture_url: pictureUrl,
    color,
    timezone: z.string().nullable().meta({ description: 'Of its posting times; null: it has none.' }),
    accounts: z.int().meta({ description: 'How many accounts are connected.' }),
    to_reconnect: z.int().meta({ description: 'How many of them need a new sign-in.' }),
    attention: z.int().meta({
      description:
        'How many posts and accounts need a person: the notices of the types `post_…` and `account_…` of `GET /notices`.',
    }),
    unread: z.int().meta({ description: 'Unread comments.' }),
    drafts: z.int().meta({ description: 'Drafts that are not submitted, without templates.' }),
    approvals: z.int().meta({ description: 'Drafts and auto-replies that wait for approval.' }),
  })
  .meta({ id: 'ProfileOverview' })

const overviewQuery = z.strictObject({
  search: z.string().min(1).max(80).optional().meta({
    description: 'Part of the name, or of the name of a connected account at its platform, in any case.',
  }),
  ids: z
    .string()
    .regex(/^[A-Za-z0-9]{6,32}(,[A-Za-z0-9]{6,32})*$/, 'Must be IDs of profiles, separated by commas.')
    .transform((text) => [...new Set(text.split(','))])
    .refine((ids) => ids.length <= mostProfilesNamed, `At most ${mostProfilesNamed} profiles.`)
    .optional()
    .meta({
      description: `Only these profiles: up to ${mostProfilesNamed} IDs separated by commas. One that does not exist is left out.`,
      openapi: { type: 'string' },
    }),
  page: pageQuery.page,
  per_page: queryInteger({ min: 1, max: 100, fallback: 50 }),
  limit: pageQuery.limit,
})

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
  overviewProfiles: {
    method: 'GET',
    tagged: true,
    path: '/profiles/overview',
    tag: 'profiles',
    summary: 'Count what is to be done in each connection profile',
    returns: 'A page of profiles, by name, with their counts.',
    description: 'For a list of many profiles: much less than `GET /profiles`, and a page at a time.',
    scope: 'read',
    query: overviewQuery,
    response: envelope(z.strictObject({ profiles: z.array(overview).max(100), meta: pageMeta })),
    example: {
      query: { search: 'acme' },
      response: {
        status: 'ok',
        data: {
          profiles: [
            {
              id: secondProfile.id,
              name: secondProfile.name,
              is_default: false,
              picture_url: null,
              color: 7,
              timezone: 'Europe/Warsaw',
              accounts: 8,
              to_reconnect: 1,
              attention: 2,
              unread: 5,
              drafts: 3,
              approvals: 1,
            },
          ],
          meta: { page: 1, per_page: 50, total: 1 },
        },
      },
    },
    addition: true,
  },
  getProfile: {
    method: 'GET',
    tagged: true,
    path: '/profiles/{id}',
    tag: 'profiles',
    summary: 'Read a connection profile',
    returns: 'The profile with its accounts.',
    description: 'The same as its element in `GET /profiles`.',
    scope: 'read',
    params: readParams,
    response: envelope(profile),
    example: { response: { status: 'ok', data: exampleProfile } },
    addition: true,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/profiles/{id}',
    tag: 'profiles',
    summary: 'Change the name, the picture or the color of a connection profile',
    returns: 'The profile as it is after the change.',
    description: 'Fields that you leave out stay as they are.',
    scope: 'write',
    role: 'admin',
    params,
    body: z.strictObject({
      name: name.optional(),
      picture: httpUrl.nullish().meta({ description: '`publicUrl` of one of your image uploads; null: none.' }),
      color: color.nullish().meta({ description: 'Null: the ID decides.' }),
    }),
    response: envelope(profile),
    errors: ['name_taken', 'content_rejected'],
    example: {
      body: { name: 'Acme Poland', color: 7 },
      response: { status: 'ok', data: { ...secondProfile, color: 7 } },
    },
    addition: true,
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
