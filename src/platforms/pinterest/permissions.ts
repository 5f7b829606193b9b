import type { ScopeRequest } from '../shared/scopes.ts'

/** The first four are needed to create a Pin, the last one to identify the account (OpenAPI 5.23.0). */
export const scopeRequest: ScopeRequest = {
  scopes: [
    { name: 'boards:read', needed: true },
    { name: 'boards:write', needed: true },
    { name: 'pins:read', needed: true },
    { name: 'pins:write', needed: true },
    { name: 'user_accounts:read', needed: true },
  ],
}
