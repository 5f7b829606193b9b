import { useHotkeys } from '@mantine/hooks'
import type { Profile } from '@polypost/sdk'
import { useDeferredValue } from 'react'
import { useMay } from '../../data/session.ts'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'
import type { Content } from './content.ts'
import { Editor } from './editor.tsx'
import { HeadActions } from './head-actions.tsx'
import { PreviewWall } from './preview/preview-wall.tsx'
import { SaveStatus } from './save-status.tsx'
import { SendBar } from './send-bar.tsx'
import type { Target } from './state/sending.ts'
import { useWriting } from './state/writing.ts'
import { TargetConflict } from './target-conflict.tsx'
import { ViewSwitch } from './view-switch.tsx'
import type { When } from './when.ts'

interface Props {
  readonly target: Target
  readonly content: Content
  readonly profile: Profile
  readonly when: When
  readonly isNew: boolean
}

/** The composer of one target: writing at the left, and what each platform makes of it at the right. */
export function Writing({ target, profile, ...start }: Props) {
  const t = useWords(composerWords)
  const writing = useWriting(target, profile, start)
  const { content, checks, panes } = writing
  const { previews, findings } = checks
  const shown = useDeferredValue(content)
  useHotkeys([['mod+Enter', writing.primary.run]], [])
  const isAwaiting = writing.draft?.status === 'awaiting_approval'
  const title = target.kind === 'post' ? t.editPost : isAwaiting ? t.toApprove : t.newPost
  if (!useMay('author'))
    return (
      <Screen title={title} of={profile.id}>
        <p className="second">{t.viewer}</p>
      </Screen>
    )
  return (
    <Screen
      title={title}
      of={profile.id}
      fills
      fact={<SaveStatus target={target} />}
      actions={<HeadActions target={target} writing={writing} profile={profile} />}
    >
      <div className={classes.split} data-view={panes.view}>
        <ViewSwitch view={panes.view} onView={panes.setView} />
        <div className={classes.write}>
          <Editor profile={profile} writing={writing} target={target} />
          <SendBar profile={profile} writing={writing} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and people without a mouse scroll it, too. */}
        <section className={classes.wall} aria-label={t.previews} tabIndex={0}>
          <PreviewWall profile={profile} content={shown} previews={previews} findings={findings} />
        </section>
        <TargetConflict target={target} writing={writing} />
      </div>
    </Screen>
  )
}
