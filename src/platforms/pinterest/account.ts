import { isDone, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { missingScopes } from '../shared/scopes.ts'
import { refused } from './errors.ts'
import { connect } from './login.ts'
import { request } from './request.ts'
import { type Board, boardsAnswer, userAnswer } from './wire.ts'

/** Boards per page (Pinterest's own limit), and the number of pages that are read. */
const pageSize = 250
const maxPages = 4

/** A login is one account. A person chooses the board for posts that name none. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const answer = await request(context, { method: 'GET', path: '/user_account' })
  if (!isDone(answer)) throw refused(answer, context)
  const account = identityOf(userAnswer.parse(answer.json()), context)
  // Without the permission no boards can be listed; the account reports what is missing.
  const boards = account.missingPermissions.includes('boards:read') ? [] : await listBoards(context)
  return boards.length === 0 ? [account] : boards.map((board) => onBoard(account, board))
}

const identityOf = (user: ReturnType<typeof userAnswer.parse>, context: LoginContext): Identity => ({
  kind: 'account',
  remoteId: user.id ?? user.username,
  username: user.username,
  displayName: user.business_name ? user.business_name : user.username,
  avatarUrl: user.profile_image ?? null,
  profileUrl: `${webOf(context)}/${user.username}/`,
  accountType: user.account_type?.toLowerCase() ?? null,
  eligible: false,
  missingPermissions: missingScopes(connect, context.credentials.scopes),
})

/** The display name is the board's, because a person chooses by it. */
const onBoard = (account: Identity, { id, name }: Board): Identity => ({
  ...account,
  kind: 'board',
  displayName: name,
  boardId: id,
})

export async function listBoards(context: LoginContext): Promise<readonly Board[]> {
  const boards: Board[] = []
  let bookmark: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await request(context, {
      method: 'GET',
      path: '/boards',
      query: { page_size: String(pageSize), ...(bookmark === null ? {} : { bookmark }) },
    })
    if (!isDone(answer)) throw refused(answer, context)
    const { items, next } = boardsAnswer.parse(answer.json())
    boards.push(...items)
    if (next === null) break
    bookmark = next
  }
  return boards
}
