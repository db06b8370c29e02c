CREATE TABLE "feed_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"feed_id" uuid NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "feed_changes_of_feed" ON "feed_changes" USING btree ("kind","feed_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "playlist_tracks_newest" ON "playlist_tracks" USING btree ("playlist_id","added_at" DESC NULLS FIRST,"track_id" DESC NULLS FIRST);