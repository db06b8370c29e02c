DROP INDEX "follows_of";--> statement-breakpoint
CREATE INDEX "follows_by_following" ON "follows" USING btree ("following_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "follows_by_follower" ON "follows" USING btree ("follower_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);