import type { FastifyReply } from 'fastify'
import { pastedCode } from '../../domain/application.ts'
import type { Policy } from '../../domain/policy.ts'
import { isLoopback, isOfBrowsers } from '../../domain/redirect-uri.ts'
import { html, type Markup } from '../../system/markup.ts'
import type { Authorization, Consent } from '../../usecases/oauth/authorize.ts'
import type { AccessRequest } from '../../usecases/oauth/read-request.ts'
import { sendPage } from '../send-page.ts'

const path = '/oauth/authorize'

type Next<T extends Authorization['type']> = Extract<Authorization, { readonly type: T }>

/** Shows what follows from a request for access. Everything works without scripts. */
export function sendAuthorization(reply: FastifyReply, next: Authorization): FastifyReply {
  switch (next.type) {
    case 'sign_in':
      return reply.redirect(
        `/sign-in?${new URLSearchParams({ return_to: `${path}?${new URLSearchParams(next.fields)}` })}`,
        303,
      )
    case 'asking':
      return sendConsent(reply, next)
    case 'answer':
      if (next.by !== null) return sendBack(reply, next.by, next)
      return isOfBrowsers(new URL(next.url)) ? reply.redirect(next.url, 303) : sendLink(reply, next)
    case 'code':
      return sendCode(reply, next.code)
    case 'unusable':
    case 'forbidden':
      return sendPage(reply.code(next.type === 'unusable' ? 400 : 403), {
        title: 'Nothing was allowed',
        body: html`<p class="problem" role="alert">${next.message}</p>`,
      })
  }
}

const scopeWords = {
  read: 'read your posts, drafts, files, comments and numbers',
  write: 'save drafts, store files, and prepare what goes out',
  admin: 'administer this instance: users, keys, people and apps',
}

const policyWords: Readonly<Record<Policy['type'], string>> = {
  drafts: 'Drafts only: a person approves whatever goes out',
  ahead: 'Only posts that are scheduled ahead, so that you can still cancel them',
  publish: 'Everything, also at once',
}

const cancels = html`<li>cancel scheduled posts, unless you choose drafts only</li>`

function sendConsent(reply: FastifyReply, { request, consent }: Next<'asking'>): FastifyReply {
  const { name } = request.application
  const fields = { ...request.fields, user: String(consent.user.id) }
  return sendPage(reply, {
    title: `Allow ${name} to use Polypost?`,
    body: html`<dl>
        <dt>Application</dt><dd>${name}, <strong>${request.host}</strong></dd>
        <dt>You are</dt><dd>${consent.person}</dd>
        <dt>It would act for the user</dt><dd>${consent.user.email}</dd>
      </dl>
      ${warningOf(request)}
      <h2>It could</h2>
      <ul>${consent.scopes.map((scope) => html`<li>${scopeWords[scope]}</li>${scope === 'write' ? cancels : html``}`)}</ul>
      <form method="post" action="${path}">
        ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
        ${consent.scopes.includes('write') ? choices(consent) : html`<input type="hidden" name="policy" value="drafts">`}
        <button type="submit" name="decision" value="allow">Allow</button>
        <button type="submit" name="decision" value="deny" formnovalidate>Do not allow</button>
      </form>
      <p class="small">It never has more rights than your own role. The access ends at once when its key is revoked: it is in the list of API keys.</p>`,
  })
}

const choices = ({ policy, unattended }: Consent): Markup => html`<fieldset>
          <legend>What may go out</legend>
          ${(['drafts', 'ahead', 'publish'] as const).map(
            (type) => html`
          <label><input type="radio" name="policy" value="${type}"${type === policy ? checked : html``}> <span>${policyWords[type]}</span></label>`,
          )}
          <label><span>Minutes ahead, if only scheduled posts may go out</span> <input type="number" name="minutes_ahead" min="1" max="10080" value="10" required></label>
          <label><input type="checkbox" name="unattended" value="yes"${unattended ? checked : html``}> <span>May publish and delete without asking</span></label>
          <p class="note">Without this, an assistant asks you first. A program that can’t ask saves drafts, and a person publishes them.</p>
        </fieldset>`

const checked = html` checked`

/** The name is what the application says of itself. What tells more is where it is. */
function warningOf({ host, redirectUri }: AccessRequest): Markup {
  if (redirectUri === pastedCode)
    return html`<p class="problem">You will get a code. Enter it only in the terminal where you began. If somebody sent you this link, do not allow it.</p>`
  const url = new URL(redirectUri)
  if (isLoopback(url))
    return html`<p class="problem">This is a program on the computer in front of you, and Polypost cannot check which one. Allow it only if you have just started it yourself.</p>`
  return html`<p>Your browser then goes to <strong>${url.host || url.protocol}</strong>. Allow it only if you know ${host} and have just come from there.</p>`
}

/** A page instead of a redirect: browsers check all redirects after a form against the policy of its page. */
const sendBack = (reply: FastifyReply, { application, host }: AccessRequest, { url, allowed }: Next<'answer'>) =>
  sendPage(reply.header('refresh', `0; url=${url}`), {
    title: allowed ? `${application.name} may use Polypost now` : 'Nothing was allowed',
    body: html`<p>Your browser goes back to the application. You can close this page if it stays.</p>
      <p><a href="${url}">Go on to ${host}</a></p>`,
  })

/** The fault, as the application gets it. */
const faultIn = (url: string): string => new URL(url).searchParams.get('error_description') ?? ''

/** Nobody was asked yet, so no program is started without a press. */
const sendLink = (reply: FastifyReply, { url }: Next<'answer'>): FastifyReply =>
  sendPage(reply.code(400), {
    title: 'Nothing was allowed',
    body: html`<p class="problem" role="alert">The request of the application is not valid: ${faultIn(url)} Tell whoever makes the application.</p>
      <p><a href="${url}">Go back to the application</a></p>`,
  })

const sendCode = (reply: FastifyReply, code: string): FastifyReply =>
  sendPage(reply, {
    title: 'Copy this code',
    body: html`<p>Enter it in the terminal where you began, within a minute. Give it to nobody.</p>
      <p><code>${code}</code></p>`,
  })
