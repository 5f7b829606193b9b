import type { Finding, Preview, Profile } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { inOrder, type PlatformName, platformsQuery } from '../../../data/platforms.ts'
import type { ShownAccount } from '../../../platforms/shared/shown.ts'
import { useWords } from '../../../words/words.ts'
import type { Content, Options } from '../content.ts'
import { PreviewFigure } from './preview-figure.tsx'
import { PreviewMenu } from './preview-menu.tsx'
import { previewWords } from './preview-words.ts'
import { useAccounts, useCard, useFiles } from './use-shown.ts'
import classes from './wall.module.css'

interface Props {
  readonly profile: Profile
  readonly content: Content
  /** The posts that the service would publish, for each chosen platform. */
  readonly previews: readonly Preview[]
  readonly findings: readonly Finding[]
}

/** More at once are too many to compare. */
const most = 4
const noOptions: Options = {}
const unknown: ShownAccount = { name: '…', username: '…', picture: null, isPage: false }

/** The post as each chosen platform shows it. */
export const PreviewWall = memo(function PreviewWall({ profile, content, previews, findings }: Props) {
  const t = useWords(previewWords)
  const all = useMemo(() => inOrder(previews, ({ platform }) => platform), [previews])
  const { shown, toggle } = usePicked(all)
  const files = useFiles(content.media)
  const card = useCard(content)
  const accounts = useAccounts(profile)
  const answering = useCommented()
  return (
    <div className={classes.wall}>
      <header className={classes.head}>
        <h2>{t.title}</h2>
        {all.length > 0 && <PreviewMenu all={all} shown={shown} most={most} onToggle={toggle} />}
      </header>
      {all.length === 0 && <p className="second">{content.platforms.length === 0 ? t.empty : t.waiting}</p>}
      <div className={classes.columns}>
        {[0, 1].map((column) => (
          <div key={column}>
            {shown.map(
              (preview, at) =>
                at % 2 === column && (
                  <PreviewFigure
                    key={preview.platform}
                    at={at}
                    preview={preview}
                    account={accounts[preview.platform] ?? unknown}
                    files={files}
                    card={card}
                    options={optionsFor(content, preview.platform)}
                    comments={answering.has(preview.platform) ? content.comments : noComments}
                    toFix={findings.filter(({ platform }) => platform === preview.platform).length}
                  />
                ),
            )}
          </div>
        ))}
      </div>
    </div>
  )
})

const noComments: readonly string[] = []

const optionsFor = ({ options }: Content, platform: string): Options =>
  // Only the names of platforms are keys of it.
  options[platform as PlatformName] ?? noOptions

/** The first four, until somebody chooses others. A fifth takes the place of the one that was chosen first. */
function usePicked(all: readonly Preview[]) {
  const [picked, setPicked] = useState<readonly string[]>([])
  const names = all.map(({ platform }) => platform)
  const stillListed = picked.filter((name) => names.includes(name))
  const inView = stillListed.length > 0 ? stillListed : names.slice(0, most)
  const toggle = (name: string) => {
    const others = inView.filter((one) => one !== name)
    setPicked(others.length < inView.length ? others : [...others, name].slice(-most))
  }
  return { shown: all.filter(({ platform }) => inView.includes(platform)), toggle }
}

/** The platforms that take follow-up comments. */
function useCommented(): ReadonlySet<string> {
  const { data } = useQuery(platformsQuery)
  return useMemo(
    () => new Set(data?.platforms.filter(({ supports }) => supports.first_comments > 0).map(({ name }) => name)),
    [data],
  )
}
