import type { Finding, Preview } from '@polypost/sdk'
import { Icon } from '../../parts/icon.tsx'
import { Ring } from '../../parts/ring.tsx'
import { State } from '../../parts/state.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import classes from './chips.module.css'
import { composerWords } from './composer-words.ts'
import { textWords } from './text-words.ts'

interface Props {
  readonly isOn: boolean
  readonly preview: Preview | undefined
  readonly findings: readonly Finding[]
}

/** From this share of the limit on, the length is shown. */
const worthShowing = 0.6

const isLength = ({ code }: Finding) => code === 'text_too_long'

const shareOf = (preview: Preview | undefined): number =>
  preview?.limit == null || preview.limit === 0 ? 0 : preview.length / preview.limit

/** The most important fact about a platform: what must be fixed, the length, or the type of the post. */
export function useChipText({ isOn, preview, findings }: Props): { readonly text: string; readonly isBad: boolean } {
  const t = useWords(textWords)
  const { on, off } = useWords(composerWords)
  const { count } = useNumbers()
  const others = findings.filter((finding) => !isLength(finding))
  if (!isOn) return { text: off, isBad: false }
  if (others.length > 0) return { text: t.toFix(findings.length), isBad: true }
  if (preview === undefined) return { text: on, isBad: false }
  const left = (preview.limit ?? 0) - preview.length
  const share = shareOf(preview)
  if (share > 1) return { text: t.over(count(-left)), isBad: findings.length > 0 }
  if (share >= worthShowing) return { text: t.left(count(left)), isBad: false }
  const type = preview.post_type
  return { text: type === null ? on : (t.types[type] ?? type), isBad: false }
}

/** The same as one glyph. */
export function ChipState({ isOn, preview, findings }: Props) {
  const share = shareOf(preview)
  if (!isOn) return <span className={classes.box} />
  if (findings.some((finding) => !isLength(finding)))
    return (
      <span className={classes.glyph} aria-hidden="true">
        <State state="failed" short />
      </span>
    )
  if (share >= worthShowing) return <Ring share={share} />
  return (
    <span className={classes.tick}>
      <Icon name="check" size={14} />
    </span>
  )
}
