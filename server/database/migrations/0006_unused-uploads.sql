DROP INDEX "uploads_never_registered";--> statement-breakpoint
CREATE INDEX "uploads_unused" ON "uploads" USING btree ("created_at") WHERE state <> 'used';