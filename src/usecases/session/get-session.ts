import { isSetupOpen } from '../../store/people/memberships.ts'
import type { UseCase } from '../context.ts'
import { showSignedIn } from './show-session.ts'

export const getSession: UseCase<'getSession'> = async ({ database, accounts, caller, oidc }) => ({
  status: 'ok',
  data: {
    session: caller === null ? null : await showSignedIn(database.read, caller.session.id),
    setup_open: await isSetupOpen(database.read),
    oidc: oidc && { name: oidc.name, only: oidc.only },
    second_factor_needed: caller?.needsSecondFactor ?? false,
    administers: caller?.scopes.includes('admin') ?? false,
    sandbox: accounts.askSandbox !== null,
  },
})
