import { Button } from '@mantine/core'
import type { Finding, Profile } from '@polypost/sdk'
import { useCallback } from 'react'
import { inOrder, type PlatformName } from '../../data/platforms.ts'
import { Icon } from '../../parts/icon.tsx'
import { lazily } from '../../parts/lazily.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import { AccountChips } from './account-chips.tsx'
import { ApprovalNote } from './approval-note.tsx'
import { Comments } from './comments.tsx'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'
import type { Content } from './content.ts'
import { FindingsList } from './findings-list.tsx'
import { focusOn } from './focus-on.ts'
import { MediaStrip } from './media/media-strip.tsx'
import { OptionsPanel } from './options-panel.tsx'
import { ProfileRow } from './profile-row.tsx'
import type { OpenOptions } from './state/panes.ts'
import type { Target } from './state/sending.ts'
import type { WritingState } from './state/writing.ts'
import { TextField } from './text-field.tsx'
import { textWords } from './text-words.ts'

const Labels = lazily(async () => (await import('./labels.tsx')).Labels)

interface Props {
  readonly profile: Profile
  readonly writing: WritingState
  readonly target: Target
}

/** The column in which a post is written. */
export function Editor({ profile, writing, target }: Props) {
  const t = useWords(composerWords)
  const { content, change, checks, panes } = writing
  const { previews, findings, fixes } = checks
  const { options } = panes
  const toggle = useCallback((platform: PlatformName) => change((now) => toggled(now, platform)), [change])
  const setComments = useCallback((comments: Content['comments']) => change((now) => ({ ...now, comments })), [change])
  const setLabels = useCallback((labels: Content['labels']) => change((now) => ({ ...now, labels })), [change])
  const setMedia = useCallback(
    (make: (media: Content['media']) => Content['media']) => change((now) => ({ ...now, media: make(now.media) })),
    [change],
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and people without a mouse scroll it, too.
    <section className={classes.scroll} aria-label={t.writing} tabIndex={0}>
      <ApprovalNote draft={writing.draft} returned={writing.takeDraft} />
      <ProfileRow profile={profile} target={target} />
      <AccountChips
        profile={profile}
        chosen={content.platforms}
        previews={previews}
        findings={findings}
        onToggle={toggle}
      />
      <TextField
        content={content}
        tab={panes.tab}
        onTab={panes.setTab}
        onChange={change}
        isLocked={writing.sending.kind === 'working' || writing.sending.kind === 'waiting'}
      />
      <Tools writing={writing} />
      <div id="media" className={classes.part}>
        <MediaStrip media={content.media} onChange={setMedia} onBusy={writing.setBusy} />
      </div>
      <Comments comments={content.comments} onChange={setComments} />
      {(content.labels.length > 0 || panes.hasLabels) && <Labels labels={content.labels} onChange={setLabels} />}
      {options !== 'closed' && (
        <OptionsPanel
          content={content}
          platform={content.platforms.find((name) => name === options) ?? null}
          onPlatform={panes.setOptions}
          onChange={change}
          findings={findings}
          profileId={profile.id}
        />
      )}
      <FindingsList
        fixes={fixes}
        isElsewhere={({ finding }) => isAboutOption(finding, options)}
        warnings={writing.checks.warnings}
      />
    </section>
  )
}

/** A finding about an option of the platform whose options are open. Its own text is not written there. */
function isAboutOption({ path = '' }: Finding, open: OpenOptions): boolean {
  const [field, platform, option] = path.split('.')
  return field === 'platform_options' && platform === open && option !== 'message'
}

function toggled(content: Content, platform: PlatformName): Content {
  const others = content.platforms.filter((name) => name !== platform)
  const isOn = others.length < content.platforms.length
  return { ...content, platforms: isOn ? others : inOrder([...others, platform], (name) => name) }
}

/** The buttons that add to the post, and the length of its text. */
function Tools({ writing: { content, change, panes } }: { readonly writing: WritingState }) {
  const { options, setOptions } = panes
  const t = useWords(composerWords)
  const text = useWords(textWords)
  const { count } = useNumbers()
  const addComment = () => {
    if (content.comments.length === 0) change((now) => ({ ...now, comments: [''] }))
    focusOn('comment-0')
  }
  const isOpen = options !== 'closed'
  return (
    <div className={classes.tools}>
      <Button variant="subtle" leftSection={<Icon name="comment-first" />} onClick={addComment}>
        {t.firstComment}
      </Button>
      <Button
        variant="subtle"
        leftSection={<Icon name="sliders" />}
        aria-expanded={isOpen}
        onClick={() => {
          setOptions(isOpen ? 'closed' : (content.platforms[0] ?? 'all'))
          if (!isOpen) focusOn('options')
        }}
      >
        {t.options}
      </Button>
      <span className={`small third numbers ${classes.count}`}>
        {text.count(count([...content.message].length), content.platforms.length)}
      </span>
    </div>
  )
}
