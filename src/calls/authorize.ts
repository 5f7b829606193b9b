import { PublicError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { plans } from '../domain/plans.ts'
import type { Caller } from '../usecases/context.ts'

/** Why the caller may not use the operation: the key lacks its scope, or the plan does not include it. */
export function refusalOf(caller: Caller, operation: Operation): PublicError | null {
  if (operation.scope && !caller.scopes.includes(operation.scope))
    return new PublicError(
      'insufficient_scope',
      `This operation requires a key with the scope “${operation.scope}”; this key has ${caller.scopes.join(', ')}.`,
      {
        details: [
          {
            code: 'insufficient_scope',
            message: 'Missing scope.',
            required_scope: operation.scope,
            scopes: caller.scopes,
          },
        ],
      },
    )
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
