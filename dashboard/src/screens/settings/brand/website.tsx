import { Button, TextInput } from '@mantine/core'
import type { BrandProposals, ProfileSettings } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { polypost } from '../../../data/client.ts'
import { settingsQuery } from '../../../data/settings.ts'
import { Problem } from '../../../parts/problem.tsx'
import { brandWords } from '../../../words/brand-words.ts'
import { useTimes } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import { Crossed } from '../crossed.tsx'
import classes from './brand.module.css'
import { addressOf, brandOf, offeredBy } from './brand-fields.ts'
import type { BrandEdits } from './brand-text.tsx'

/** The language model alone may take three minutes. In milliseconds. */
const longest = 5 * 60_000

interface Props {
  readonly settings: ProfileSettings
  readonly edits: BrandEdits
  readonly may: boolean
  readonly onRead: (proposals: BrandProposals) => void
}

/** The address of the website, and the button that has it read. */
export function Website({ settings, edits, may, onRead }: Props) {
  const t = useWords(brandWords)
  const url = edits.shown.website_url
  return (
    <>
      <div>
        <TextInput
          label={t.website}
          inputMode="url"
          autoComplete="url"
          readOnly={!may}
          value={url}
          onChange={({ currentTarget }) => edits.set('website_url', currentTarget.value)}
          onBlur={() => edits.set('website_url', addressOf(url))}
        />
        {edits.crossed.includes('website_url') && (
          <Crossed text={settings.website_url} take={() => edits.forget('website_url')} />
        )}
      </div>
      {may && <Read settings={settings} url={addressOf(url)} onRead={onRead} />}
    </>
  )
}

interface ReadProps extends Pick<Props, 'settings' | 'onRead'> {
  readonly url: string
}

function Read({ settings, url, onRead }: ReadProps) {
  const t = useWords(brandWords)
  const { clock } = useTimes()
  const queries = useQueryClient()
  const [isMissing, setMissing] = useState(false)
  const {
    profile_id,
    business_profile_prefill_at: readAt,
    business_profile_prefill_next_allowed_at: nextAt,
    business_profile_prefill_retry_after_seconds: wait,
  } = settings
  const reading = useMutation({
    mutationFn: () => polypost.settings.propose({ profile_id, website_url: url }, { timeout: longest }),
    onSuccess: (found) => {
      if (offeredBy(found, brandOf(settings)).length > 0) onRead(found)
    },
    // Whether the hour is used up.
    onSettled: () => queries.invalidateQueries(settingsQuery(profile_id)),
  })
  const press = () => {
    setMissing(url === '')
    if (url !== '' && !reading.isPending) reading.mutate()
  }
  if (readAt !== null && nextAt !== null && wait !== null && wait > 0 && !reading.isPending)
    return (
      <>
        <Problem error={reading.error} />
        {reading.isSuccess && <p role="status">{t.nothing}</p>}
        <p className="small second">{t.again(clock(readAt), clock(nextAt))}</p>
      </>
    )
  return (
    <div className={classes.read}>
      <Button loading={reading.isPending} onClick={press}>
        {t.read}
      </Button>
      <p role="status" className="small second">
        {reading.isPending && t.reading}
      </p>
      {isMissing && url === '' && (
        <p role="alert" className={classes.problem}>
          {t.noAddress}
        </p>
      )}
      <Problem error={reading.error} />
    </div>
  )
}
