import { PublicError } from '../contract/errors.ts'
import { isInstanceWide, leastRole, type Operation } from '../contract/operation.ts'
import { plans } from '../domain/plans.ts'
import { isAtLeast, type Role, roleOfPolicy } from '../domain/roles.ts'
import { passwordCounts } from '../domain/sign-in-times.ts'
import type { Caller, KeyCaller, PersonCaller } from '../usecases/context.ts'
import { approvalRequired, passwordNeeded, secondFactorNeeded } from '../usecases/refuse.ts'

/** Why the caller may not use the operation. */
export function refusalOf(caller: Caller, operation: Operation, now: number): PublicError | null {
  const refusal = caller.session === null ? refusalOfKey(caller, operation) : refusalOfPerson(caller, operation, now)
  if (refusal !== null) return refusal
  const unpublished = policyRefusal(caller, operation)
  if (unpublished) return unpublished
  if (operation.plans && !operation.plans.includes(caller.plan)) {
    const names = operation.plans.map((plan) => plans[plan].name)
    return new PublicError(
      'plan_required',
      `This operation requires one of the plans ${names.join(', ')}; your plan is ${plans[caller.plan].name}.`,
      {
        details: [{ code: 'plan_required', message: 'The plan does not include this.', required_plans: names }],
      },
    )
  }
  return null
}

function refusalOfKey(caller: KeyCaller, operation: Operation): PublicError | null {
  const { role, scopes } = caller
  const { scope, personal } = operation
  if (personal)
    return new PublicError(
      'person_needed',
      'Only a person can do this. Sign in with POST /session, and send the cookie instead of an API key.',
    )
  if (scope === null || scopes.includes(scope))
    return refusalOfRole(caller, role ?? 'owner', operation) ?? refusalByPolicy(caller, operation)
  return new PublicError(
    'insufficient_scope',
    `This operation requires a key with the scope “${scope}”; this key has ${scopes.join(', ')}.`,
    { details: [{ code: 'insufficient_scope', message: 'Missing scope.', required_scope: scope, scopes }] },
  )
}

function refusalOfPerson(caller: PersonCaller, operation: Operation, now: number): PublicError | null {
  // The person needs the operations of `session` to set it up.
  if (caller.needsSecondFactor && operation.tag !== 'session') return secondFactorNeeded()
  const refusal = refusalOfRole(caller, caller.role, operation)
  if (refusal) return refusal
  if (operation.fresh && caller.session.provenAt <= now - passwordCounts) return passwordNeeded()
  return null
}

function refusalOfRole(caller: Caller, role: Role, operation: Operation): PublicError | null {
  const least = leastRole(operation)
  // An author publishes by a draft, so this is better advice than another role.
  const unpublished = role === 'author' && least === 'editor' ? policyRefusal(caller, operation) : null
  if (unpublished) return unpublished
  if (least !== null && !isAtLeast(role, least)) return insufficientRole(least, role)
  if (!isInstanceWide(operation) || caller.isOperator) return null
  return caller.session === null
    ? foreignKey()
    : insufficientRole('owner', role, 'Only the owner of the first user of this instance can do this.')
}

/** A policy bounds also what a key may do besides publishing. */
function refusalByPolicy(caller: KeyCaller, operation: Operation): PublicError | null {
  const most = roleOfPolicy(caller.publishing)
  const least = leastRole(operation)
  if (least === null || isAtLeast(most, least)) return null
  return (
    policyRefusal(caller, operation) ??
    insufficientRole(
      least,
      most,
      caller.unattended
        ? `A key with the policy “${caller.publishing.type}” may do what the role “${most}” may do. This needs the role “${least}”. Ask an admin for a key with another policy.`
        : `This key must ask a person before it publishes or deletes. Only an assistant at /mcp can ask, so here it may do what the role “${most}” may do. This needs the role “${least}”.`,
    )
  )
}

const foreignKey = (): PublicError =>
  new PublicError(
    'insufficient_scope',
    'Only a key of the first user of this instance can do this. Ask whoever runs this instance.',
    { details: [{ code: 'insufficient_scope', message: 'The key belongs to another user.' }] },
  )

const insufficientRole = (
  required: Role,
  role: Role,
  message = `This needs the role “${required}” or a higher one; your role is “${role}”. Ask an owner or an admin for it.`,
): PublicError =>
  new PublicError('insufficient_role', message, {
    details: [{ code: 'insufficient_role', message: 'The role is not enough.', required_role: required, role }],
  })

/** The refusal if the caller may not publish this. The times of posts are checked with the posts: see `tooSoon`. */
function policyRefusal({ publishing }: Caller, { publishes }: Operation): PublicError | null {
  if (publishes === undefined || publishes === 'after_approval') return null
  if (publishing.type === 'drafts') return approvalRequired()
  if (publishing.type === 'publish' || publishes === 'at_its_time') return null
  const { minutes } = publishing
  return new PublicError(
    'too_soon',
    `You may publish only what is scheduled at least ${minutes} minutes ahead, and this would take effect at once. Ask somebody who may publish at once.`,
    { details: [{ code: 'too_soon', message: 'This takes effect at once.', minutes_ahead: minutes }] },
  )
}
