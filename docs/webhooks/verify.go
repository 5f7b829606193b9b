// Receives Polypost's webhooks: POLYPOST_WEBHOOK_SECRET=… PORT=8080 go run verify.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

// eventOf returns the event of a request, or nil if it is not from Polypost or is too old.
func eventOf(r *http.Request, secret string) (event map[string]any) {
	var outer struct{ Signed_payload string }
	_ = json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20)).Decode(&outer) // A body that cannot be read has no valid signature.
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(outer.Signed_payload))
	expected := fmt.Sprintf("sha256=%x", mac.Sum(nil))
	if hmac.Equal([]byte(r.Header.Get("X-Service-Payload-Signature")), []byte(expected)) {
		_ = json.Unmarshal([]byte(outer.Signed_payload), &event) // Use only this: the fields around it are not signed.
	}
	sentAt, err := time.Parse(time.RFC3339, fmt.Sprint(event["sent_at"]))
	if err != nil || time.Since(sentAt).Abs() > 5*time.Minute {
		return nil
	}
	return event
}

func main() {
	secret := os.Getenv("POLYPOST_WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("Set POLYPOST_WEBHOOK_SECRET to the secret of the webhook.")
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if event := eventOf(r, secret); event == nil {
			w.WriteHeader(http.StatusUnauthorized)
		} else { // Store the event here, unless its event_id is already stored: an event may arrive more than once.
			log.Println(event["event"], event["event_id"], event["data"])
		}
	})))
}
