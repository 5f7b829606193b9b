import { day, hour, minute } from './time.ts'

/** A session ends after so much time without a request, and at the latest after `longestSession`. */
export const longestPause = 14 * day
export const longestSession = 90 * day
/** How long a password that was entered counts as proof of who the person is. */
export const passwordCounts = 10 * minute
/** How long links work that nobody has used. */
export const inviteLasts = 72 * hour
export const setupLinkLasts = day
export const signInLinkLasts = 2 * minute
export const resetLinkLasts = hour
/** How long a person may take at the identity provider. */
export const oidcSignInLasts = 10 * minute
/** How long an application may take to redeem its code. */
export const codeLasts = minute
export const accessTokenLasts = hour
/** The sign-in of an application ends after so much time without a renewal, and at the latest after `longestGrant`. */
export const longestGrantPause = 90 * day
export const longestGrant = 365 * day
