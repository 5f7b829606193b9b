import { Button } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { sessionQuery, useSession } from '../../data/session.ts'
import { useFresh } from '../../parts/fresh.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.ts'
import { meWords } from './me-words.ts'
import { useReadAgain } from './use-read-again.ts'

/** Only where the instance has an identity provider. */
export function SingleSignOn() {
  const t = useWords(meWords)
  const { person } = useSession()
  const { data } = useSuspenseQuery(sessionQuery)
  const readAgain = useReadAgain()
  const { withPassword, question } = useFresh()
  const link = useMutation({
    mutationFn: () => withPassword(() => polypost.session.startOidc({ link: true })),
    onSuccess: ({ url }) => location.assign(url),
  })
  const unlink = useMutation({
    mutationFn: () => withPassword(() => polypost.session.unlinkOidc()),
    onSuccess: readAgain,
  })
  if (data.oidc === null) return null
  const { name } = data.oidc
  const change = person.has_oidc ? unlink : link
  return (
    <Section title={t.sso}>
      <p className="second">{person.has_oidc ? t.ssoLinked(name) : t.ssoNone(name)}</p>
      <Button loading={change.isPending} onClick={() => change.mutate()}>
        {person.has_oidc ? t.unlink : t.link}
      </Button>
      <Problem error={change.error} />
      {question}
    </Section>
  )
}
