-- Of links that were created at the same time, the last one stays.
DELETE FROM "link_tokens" AS "older" USING "link_tokens" AS "newer"
WHERE "newer"."account_id" = "older"."account_id" AND "newer"."kind" = "older"."kind"
  AND ("newer"."email" IS NOT NULL) = ("older"."email" IS NOT NULL)
  AND ("newer"."expires_at", "newer"."token_hash") > ("older"."expires_at", "older"."token_hash");--> statement-breakpoint
DROP INDEX "link_tokens_of_account";--> statement-breakpoint
CREATE UNIQUE INDEX "link_tokens_of_account" ON "link_tokens" USING btree ("account_id","kind",("email" is not null));