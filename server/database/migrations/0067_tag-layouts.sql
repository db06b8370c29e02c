-- expand
ALTER TABLE "uploads" ADD COLUMN "tag_layout" text;--> statement-breakpoint
CREATE INDEX "uploads_without_layout" ON "uploads" USING btree ("id") WHERE tag_layout is null and kind = 'audio' and user_id is not null;