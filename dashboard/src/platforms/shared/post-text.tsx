import type { Preview } from '@polypost/sdk'
import { useWords } from '../../words/words.ts'
import { cutAtLimit, foldAt } from './cut-text.ts'
import classes from './parts.module.css'
import { postWords } from './post-words.ts'

interface Props {
  readonly preview: Preview
  /** After so many lines the platform folds it. What is too long is never folded, so that its end is seen. */
  readonly lines?: number
  /** The text before it in the same paragraph. */
  readonly lead?: string
}

const special = /(https?:\/\/\S+|[#@][\p{L}\p{N}_.]+)/u

/** The text as the platform shows it: links in their colour, what is beyond the limit marked. */
export function PostText({ preview, lines, lead }: Props) {
  const t = useWords(postWords)
  const [within, beyond] = cutAtLimit(preview)
  if (preview.text === '' && lead === undefined) return null
  const folded = beyond === '' && lines !== undefined ? foldAt(within, lines) : null
  return (
    <p className={classes.words}>
      {lead !== undefined && <b>{lead} </b>}
      <Marked text={folded ?? within} />
      {folded !== null && <span className={classes.dim}> {t.more}</span>}
      {beyond !== '' && <mark className={classes.beyond}>{beyond}</mark>}
    </p>
  )
}

/** Links, names and tags of the text in the platform’s colour. */
function Marked({ text }: { readonly text: string }) {
  return text.split(special).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name.
      <span key={at} className={classes.linked}>
        {part.replace(/^https?:\/\/(www\.)?/, '')}
      </span>
    ) : (
      part
    ),
  )
}
