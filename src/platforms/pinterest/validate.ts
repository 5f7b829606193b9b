import type { Content, Finding, StoredMedia } from '../../domain/content.ts'
import type { KnownAccount } from '../shared/platform.ts'
import { isFetched } from './plan.ts'

/** If no account is connected, it is unknown whether it has a board. */
export const validate = ({ options }: Content, _: string, account: KnownAccount | null): readonly Finding[] =>
  account === null || account.boardId || options.boardId !== undefined
    ? []
    : [
        {
          path: 'platform_options.pinterest.boardId',
          code: 'board_required',
          message:
            'A Pin needs a board, and none is saved with this connection. Set `boardId`, or connect the account again and choose a board.',
        },
      ]

export const fetches = ({ media }: Content): readonly StoredMedia[] => media.filter(isFetched)
