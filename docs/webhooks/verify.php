<?php // Receives Polypost's webhooks: POLYPOST_WEBHOOK_SECRET=… php -S 127.0.0.1:8080 verify.php
declare(strict_types=1);

const MAX_BYTES = 1024 * 1024;
const MAX_AGE = 5 * 60; // seconds

/** Returns the event of a request, or null if it is not from Polypost or is too old. */
function event_of(string $body, string $signature, string $secret): ?array
{
    $outer = json_decode($body, true);
    $signed = is_array($outer) ? $outer['signed_payload'] ?? null : null;
    if (!is_string($signed)) {
        return null;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $signed, $secret);
    if (!hash_equals($expected, $signature)) {
        return null;
    }
    $event = json_decode($signed, true); // Use only this: the fields around signed_payload are not signed.
    $sentAt = strtotime($event['sent_at']);
    return $sentAt !== false && abs(time() - $sentAt) <= MAX_AGE ? $event : null;
}

$secret = getenv('POLYPOST_WEBHOOK_SECRET');
if (!is_string($secret) || $secret === '') {
    http_response_code(500); // With an empty secret, anybody could sign.
    exit('Set POLYPOST_WEBHOOK_SECRET to the secret of the webhook.');
}
$body = (string) file_get_contents('php://input', false, null, 0, MAX_BYTES);
$event = event_of($body, $_SERVER['HTTP_X_SERVICE_PAYLOAD_SIGNATURE'] ?? '', $secret);
if ($event !== null) {
    // Store the event here, unless its event_id is already stored: an event may arrive more than once.
    error_log($event['event'] . ' ' . $event['event_id'] . ' ' . json_encode($event['data']));
}
http_response_code($event === null ? 401 : 200);
