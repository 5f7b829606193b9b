import { Face } from './face.tsx'
import classes from './parts.module.css'
import type { ShownAccount } from './shown.ts'

interface Props {
  readonly account: ShownAccount
  readonly comments: readonly string[]
}

/** The follow-up comments, as answers of the account to its own post. */
export function Comments({ account, comments }: Props) {
  if (comments.length === 0) return null
  return (
    <ul className={classes.comments}>
      {comments.map((comment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two comments may say the same.
        <li key={at}>
          <Face account={account} size={24} />
          <p className={classes.words}>
            <b>{account.name}</b> {comment}
          </p>
        </li>
      ))}
    </ul>
  )
}
