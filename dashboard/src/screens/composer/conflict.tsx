import { Button, Group } from '@mantine/core'
import type { Draft, Post } from '@polypost/sdk'
import { titleOf } from '../../data/platforms.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords, words } from '../../words/words.ts'
import classes from './composer.module.css'
import { type Content, ownText } from './content.ts'

const conflictWords = words(
  {
    somebody: 'Somebody',
    changed: (who: string, time: string) => `${who} changed this at ${time}`,
    published: (who: string) => `${who} published this in the meantime`,
    text: 'Both texts are here. Take one of them; the other one is lost.',
    publishedText: 'It can’t be changed any more. You can look at the post, or keep your text as a new draft.',
    theirs: 'Theirs',
    yours: 'Yours',
    take: 'Take theirs',
    keep: 'Keep mine',
    openPost: 'Open the post',
    keepNew: 'Keep mine as a new draft',
    own: (platform: string) => `For ${platform}:`,
    noText: 'No text',
  },
  {
    somebody: 'Jemand',
    changed: (who: string, time: string) => `${who} hat das um ${time} geändert`,
    published: (who: string) => `${who} hat das inzwischen veröffentlicht`,
    text: 'Hier sind beide Fassungen. Nehmen Sie eine davon; die andere geht verloren.',
    publishedText:
      'Es lässt sich nicht mehr ändern. Sie können den Beitrag ansehen oder Ihre Fassung als neuen Entwurf behalten.',
    theirs: 'Andere Fassung',
    yours: 'Ihre Fassung',
    take: 'Andere Fassung nehmen',
    keep: 'Meine Fassung behalten',
    openPost: 'Beitrag öffnen',
    keepNew: 'Meine als neuen Entwurf behalten',
    own: (platform: string) => `Für ${platform}:`,
    noText: 'Kein Text',
  },
)

interface Props {
  readonly theirs: Draft | Post
  readonly theirContent: Content
  readonly mine: Content
  readonly onTheirs: () => void
  readonly onMine: () => void
}

/** Two people wrote at the same time. It stays open until one text is chosen. */
export function Conflict({ theirs, theirContent, mine, onTheirs, onMine }: Props) {
  const t = useWords(conflictWords)
  const { clock } = useTimes()
  const isGone = theirs.status === 'submitted'
  const who = (theirs.updated_by ?? theirs.created_by)?.name ?? t.somebody
  const changedAt = 'updated_at' in theirs ? clock(theirs.updated_at) : clock(Date.now())
  return (
    <Dialog
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={720}
      title={isGone ? t.published(who) : t.changed(who, changedAt)}
    >
      <p className="second">{isGone ? t.publishedText : t.text}</p>
      <div className={classes.columns}>
        <Version title={t.theirs} content={theirContent} />
        <Version title={t.yours} content={mine} />
      </div>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button onClick={onTheirs}>{isGone ? t.openPost : t.take}</Button>
        <Button data-autofocus onClick={onMine}>
          {isGone ? t.keepNew : t.keep}
        </Button>
      </Group>
    </Dialog>
  )
}

function Version({ title, content }: { readonly title: string; readonly content: Content }) {
  const t = useWords(conflictWords)
  const own = content.platforms.flatMap((platform) => {
    const text = ownText(content, platform)
    return text ? [`${t.own(titleOf(platform))}\n${text}`] : []
  })
  return (
    <div>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and people without a mouse scroll it, too. */}
      <section className={classes.version} tabIndex={0} aria-label={title}>
        {[content.message || t.noText, ...own].join('\n\n')}
      </section>
    </div>
  )
}
